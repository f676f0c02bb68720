"""Acting in a film: what is done at one of its steps begins another future, and every future stays."""

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.decisions.wording import as_integer, short, suggestion
from kafkaviz.lab.menu import Offer, Verb, menu_of, verbs_on
from kafkaviz.lab.sessions import Branches
from kafkaviz.player.acting import Act, Branch, Turn
from kafkaviz.scene.values import Film

OneLab = TypeVar("OneLab", bound=Branches)
FIRST: Final = "0"
TOLD: Final = "as it was told"


class Futures(Generic[OneLab]):
    """The futures of one lab, each with its film; `lab` is the one on the screen.

    The lab that was filmed never changes: each act is carried out on a fork of it. A film may begin later than the
    history: `steps_before` steps of it came first. `offer` says which verbs there are for a node, and `say` what a
    future is called after its verb. `goes_on` says after which step of a lab's history an act happens whose frame
    ends with another one.

    >>> from kafkaviz.lab import Lab
    >>> from kafkaviz.scene.film.director import film_of
    >>> futures = Futures(Lab().create_topic("letters", 1, 3), lambda lab: film_of(lab.history))
    >>> last = len(futures.film.captions) - 1
    >>> [act.label for act in futures.menu(last, "broker:1")][:2]
    ['kill', 'restart']
    >>> turn = futures.act(0, last, "broker:1")
    >>> turn.branch, turn.tree[-1].label, futures.line, futures.lab.cluster.now_ms
    ('1', 'kill(1)', 'lab.at(6).fork().kill(1)', 9000)
    """

    def __init__(
        self,
        lab: OneLab,
        film_of: Callable[[OneLab], Film],
        film: Film | None = None,
        steps_before: int = 0,
        *,
        offer: Offer = verbs_on,
        say: Callable[[OneLab, Verb], str] = lambda _, verb: str(verb),
        goes_on: Callable[[OneLab, int], int] = lambda _, done: done,
    ) -> None:
        self._goes_on = goes_on
        self._film_of, self._steps_before, self._offer, self._say = film_of, steps_before, offer, say
        self._labs, self._lines = {FIRST: lab}, {FIRST: "lab"}
        self._films: dict[str, Film] = {} if film is None else {FIRST: film}
        self.tree: tuple[Branch, ...] = (Branch(FIRST, None, 0, TOLD),)
        self.branch = FIRST

    @property
    def lab(self) -> OneLab:
        """The lab whose film is on the screen."""
        return self._labs[self.branch]

    @property
    def line(self) -> str:
        """The Python that makes this lab of the one that was filmed."""
        return self._lines[self.branch]

    @property
    def film(self) -> Film:
        """The film on the screen."""
        if self.branch not in self._films:
            self._films[self.branch] = self._film_of(self.lab)
        return self._films[self.branch]

    def menu(self, step: int, node: str) -> list[Act]:
        """Returns what can be done to a node at a frame, counted from 0, each with the line of Python that does it.

        Raises InvalidArgumentError for a frame that the film does not have, and for what is no node.
        """
        lab, line = self._at(self._done(step))
        return [
            Act(item.label, item.python and line + item.python.removeprefix("lab"), *item[2:])
            for item in menu_of(lab, node, self._offer)
        ]

    def act(self, number: int, step: int, node: str) -> Turn:
        """Does one item of the menu of a frame and a node, by its number, on a fork, and shows the film of that future.

        Raises what refuses it; then nothing has changed.
        """
        done = self._done(step)
        lab, line = self._at(done)
        verbs = self._offer(lab.cluster, node)
        if as_integer(number) is None or not 0 <= number < len(verbs) or not verbs[number].name:
            raise InvalidArgumentError(f"The menu of {short(node)} has no entry {short(number)} that can be done.")
        verb = verbs[number]
        verb.on(lab)
        film, before, child = self._film_of(lab), done - self._steps_before, str(len(self.tree))
        captions = self.film.captions
        step = next((n for n, caption in enumerate(captions) if caption.at >= before), len(captions) - 1)
        self.tree = (*self.tree, Branch(child, self.branch, step, self._say(lab, verb)))
        self._labs[child], self._lines[child], self._films[child] = lab, f"{line}.{verb}", film
        self.branch = child
        # What is new begins with the first frame that tells more than had happened.
        news = (n for n, caption in enumerate(film.captions) if caption.at > before)
        return Turn(film, next(news, len(film.captions) - 1), child, self.tree)

    def walk(self, branch: str) -> Turn:
        """Goes to another future, at the frame where it leaves its parent; InvalidArgumentError where there is none."""
        if branch not in self._labs:
            raise InvalidArgumentError(f"There is no future {short(branch)}; {suggestion(branch, self._labs)}")
        self.branch = branch
        step = next(future.step for future in self.tree if future.id == branch)
        return Turn(self.film, min(step, len(self.film.captions) - 1), branch, self.tree)

    def _done(self, step: int) -> int:
        """Returns how many steps of the history have happened where an act at a frame goes on."""
        captions = self.film.captions
        if as_integer(step) is None or not 0 <= step < len(captions):
            raise InvalidArgumentError(f"This film has steps 0 to {len(captions) - 1}, not {short(step)}.")
        return self._goes_on(self.lab, self._steps_before + captions[step].at)

    def _at(self, done: int) -> tuple[OneLab, str]:
        """Returns a fork of the lab on the screen as it was after so many steps, and the Python that makes it."""
        return self.lab.at(done).fork(), f"{self.line}.at({done}).fork()"
