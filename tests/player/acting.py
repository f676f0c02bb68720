"""Somebody who answers a click on the demo film: breaking off its story is all that can be done."""

from kafkaviz.player.acting import Act, Branch, Turn
from kafkaviz.player.widget import Player
from tests.player import demo

ROOT = Branch("0", None, 0, "as written")


def acting() -> Player:
    """Returns a player of the demo film in which a broker can be killed once, and nothing else be done."""
    film = demo.film()
    tree = [ROOT]

    def menu(step: int, node: str) -> list[Act]:
        if not node.startswith("broker:"):
            raise ValueError(f"Nobody knows what {node} could do.")
        number = node.removeprefix("broker:")
        kill = Act(f"Kill broker {number}", f"lab.at({step}).kill({number})", f"kill -9 $(pidof broker-{number})")
        return [kill, Act("Restart it", f"lab.restart({number})", enabled=False, why="It runs.")]

    def shown(branch: Branch) -> Turn:
        own = film if branch is ROOT else film._replace(title=branch.label)
        return Turn(own, branch.step, branch.id, tuple(tree))

    def act(number: int, step: int, node: str) -> Turn:
        branch = Branch(str(len(tree)), "0", step, f"kill {node.removeprefix('broker:')}")
        tree.append(branch)
        return shown(branch)._replace(step=step + 1)

    def walk(branch: str) -> Turn:
        return shown(next(one for one in tree if one.id == branch))

    return Player(film, menu=menu, act=act, walk=walk)
