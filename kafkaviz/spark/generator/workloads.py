"""The workloads by name: each a function whose parameters are the workload's, with what it was published in."""

from collections.abc import Callable, Iterable
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Final, NamedTuple

from kafkaviz.decisions.errors import UnknownNameError
from kafkaviz.decisions.wording import short, suggestion
from kafkaviz.spark.arguments import MOST_RECORDS, count, number
from kafkaviz.spark.generator.keys import Keyless, KeyNames, Named, Numbered
from kafkaviz.spark.generator.laws import InTurn, KeyLaw, TwoLevels, Zipf
from kafkaviz.spark.generator.nexmark import Nexmark
from kafkaviz.spark.generator.sizes import SizeLaw

if TYPE_CHECKING:
    import pandas as pd

COUNTRIES = ("US", "IN", "BR", "ID", "JP", "DE", "MX", "GB", "FR", "ES", "IT", "NL")


class Workload(NamedTuple):
    """What a name stands for: the law and the names of its keys, and its values where none are given."""

    law: KeyLaw
    names: KeyNames
    record_bytes: int | SizeLaw | None = 200
    records_per_second: int = 10_000
    partitions: int | None = None
    has_own_rate: bool = False


def uniform(keys: int = 10_000, prefix: str = "user-") -> Workload:
    """All keys are equally likely.

    Source: what a load test with random ids sends, such as kafka-producer-perf-test's random payloads.
    """
    return Workload(Zipf(keys, 0.0).check(), Numbered((prefix,)).check())


def zipf(keys: int = 10_000, s: float = 1.1, prefix: str = "user-") -> Workload:
    """The key of rank r comes in proportion to 1 / r**s, as words, cities and users do.

    Source: G. K. Zipf, Human Behavior and the Principle of Least Effort, 1949.
    """
    return Workload(Zipf(keys, s).check(), Numbered((prefix,)).check())


def ycsb(
    keys: int = 1_000,
    distribution: str = "zipfian",
    zipfian_constant: float = 0.99,
    hotspot_data_fraction: float = 0.2,
    hotspot_opn_fraction: float = 0.8,
    prefix: str = "user",
) -> Workload:
    """Zipf's law with 0.99, or a hot spot: 80 % of the operations on 20 % of the keys; values of 10 × 100 bytes.

    Source: B. F. Cooper et al., Benchmarking Cloud Serving Systems with YCSB, SoCC 2010 (requestdistribution).
    Simplified: YCSB scatters the hot keys over the key space by a hash, which murmur2 does anyway, and draws them from
    a fixed 10**10 items, so that its hottest key has 3.8 % whatever the number of keys.
    """
    names = Numbered((prefix,)).check()
    if distribution == "zipfian":
        return Workload(Zipf(keys, number("zipfian_constant", zipfian_constant, 0, 100)).check(), names, 1_000)
    if distribution != "hotspot":
        known = ["zipfian", "hotspot"]
        raise UnknownNameError(f"ycsb has no distribution {short(distribution)}; {suggestion(distribution, known)}")
    share = number("hotspot_opn_fraction", hotspot_opn_fraction, 0, 1)
    part = number("hotspot_data_fraction", hotspot_data_fraction, 0, 1)
    hot = int(count("keys", keys, 1, 10**15 - 1) * part)
    return Workload(TwoLevels(keys, hot, share).check(), names, 1_000)


def nexmark(
    key: str = "auction", hot_auction_ratio: int = 2, hot_bidders_ratio: int = 4, hot_sellers_ratio: int = 4
) -> Workload:
    """Persons, auctions and bids 1 : 3 : 46; half of the bids go to the hot auction, the newest of each hundred.

    Three quarters of the bids come from the hot bidder. `key` is "auction" (a person's event has its own id) or
    "person" (the bidder, the seller, the newcomer).

    Source: P. Tucker et al., NEXMark: A Benchmark for Queries over Data Streams, 2002; Apache Beam's generator.
    """
    law = Nexmark(key, hot_auction_ratio, hot_bidders_ratio, hot_sellers_ratio).check()
    return Workload(law, Numbered(("auction-", "person-")), None)


def omb(key_distributor: str = "NO_KEY", keys: int = 10_000, prefix: str = "key-") -> Workload:
    """Values of 1 KiB, and keys that are even however they are distributed: it does not show key skew.

    `key_distributor` is NO_KEY, KEY_ROUND_ROBIN (each key in turn) or RANDOM_NANO (any key at random).

    Source: OpenMessaging Benchmark, KeyDistributorType and its workloads of 1 KB; its 10,000 keys are random letters.
    """
    laws: dict[str, Callable[[], KeyLaw]] = {
        "NO_KEY": lambda: InTurn(1),
        "KEY_ROUND_ROBIN": InTurn(keys).check,
        "RANDOM_NANO": Zipf(keys, 0.0).check,
    }
    if key_distributor not in laws:
        raise UnknownNameError(
            f"omb has no key_distributor {short(key_distributor)}; {suggestion(key_distributor, laws)}"
        )
    names = Keyless() if key_distributor == "NO_KEY" else Numbered((prefix,)).check()
    return Workload(laws[key_distributor](), names, 1_024)


def sensors(sensors: int = 1_000, prefix: str = "sensor-") -> Workload:
    """Each sensor sends one record a second, always in the same order.

    Source: the Internet of Things, as in the TPC benchmark TPCx-IoT.
    """
    law = InTurn(count("sensors", sensors, 1, 10**9))
    return Workload(law, Numbered((prefix,)).check(), 100, law.keys, has_own_rate=True)


def country(hot_share: float = 0.8) -> Workload:
    """Twelve countries are the keys, and one of them has 80 % of the records; its topic has 48 partitions.

    Source: M. Drozd, One Partition at 99% CPU: Stop Kafka Hotspots Before They Reach Production.
    """
    law = TwoLevels(len(COUNTRIES), 1, number("hot_share", hot_share, 0, 1)).check()
    return Workload(law, Named(COUNTRIES), partitions=48)


def vip(keys: int = 10_000, hot_share: float = 0.3, prefix: str = "user-") -> Workload:
    """One very important key has a share of its own, and all others are equally likely.

    Source: the celebrity of social networks, as in M. Kleppmann, Designing Data-Intensive Applications, 2017.
    """
    count("keys", keys, 2, 10**15 - 1)
    return Workload(TwoLevels(keys, 1, hot_share).check(), Numbered((prefix,)).check())


WORKLOADS: Final[dict[str, Callable[..., Workload]]] = {
    made.__name__: made for made in (uniform, zipf, ycsb, nexmark, omb, sensors, country, vip)
}
TRACE: Final = "trace"


def find_workload(name: str, parameters: dict[str, object]) -> Workload:
    """Returns what a name and its parameters stand for; raises UnknownNameError with the one that was meant."""
    if not isinstance(name, str) or name not in WORKLOADS:
        raise UnknownNameError(f"There is no workload {short(name)}; {suggestion(name, [*WORKLOADS, TRACE])}")
    check_parameters(name, signature(WORKLOADS[name]).parameters, parameters)
    return WORKLOADS[name](**parameters)


def check_parameters(name: str, known: Iterable[str], parameters: dict[str, object]) -> None:
    """Refuses a parameter that a workload does not have; raises UnknownNameError."""
    names = list(known)
    for given in parameters:
        if given not in names:
            known_names = f"it has {', '.join(names)}."
            raise UnknownNameError(
                f"The workload {name} has no parameter {short(given)}; {suggestion(given, names, known_names)}"
            )


def workloads() -> "pd.DataFrame":
    """Lists the workloads: a row each, by name, with its law, its parameters and their defaults, and its source.

    >>> list(workloads().index)
    ['uniform', 'zipf', 'ycsb', 'nexmark', 'omb', 'sensors', 'country', 'vip', 'trace']
    >>> workloads().loc["zipf", "parameters"]
    "keys=10_000, s=1.1, prefix='user-'"
    """
    import pandas as pd

    rows = [(name, *_law_and_source(made)) for name, made in WORKLOADS.items()]
    lab = (TRACE, "What a lab's history appended, with the partitions and offsets it got.", "history", "your own lab")
    columns = ["workload", "law", "parameters", "source"]
    return pd.DataFrame([*rows, lab], columns=columns).set_index("workload")


def law(name: str = "zipf", *, records: int = 1_000_000, **parameters: object) -> "pd.Series":
    """Returns the share of the records that each key of a workload can expect: float64, by key (text), summing to 1.

    The hottest come first where the law ranks its keys. `records` matters where the law changes with time (nexmark) or
    goes in turn. Records without a key stand under None. Raises InvalidArgumentError or UnknownNameError as `workload`.

    >>> law("zipf", keys=4, s=1.0).round(2).to_dict()
    {'user-1': 0.48, 'user-2': 0.24, 'user-3': 0.16, 'user-4': 0.12}
    """
    import numpy as np
    import pandas as pd

    made = find_workload(name, parameters)
    found: dict[str | None, float] = {}
    for kind, shares in enumerate(made.law.shares(count("records", records, 0, MOST_RECORDS))):
        found |= {made.names.text(int(n), kind): float(shares[n]) for n in np.flatnonzero(shares)}
    index = pd.Index(list(found), name="key", dtype=object)
    return pd.Series(list(found.values()), index=index, name="share", dtype="float64")


def _law_and_source(made: Callable[..., Workload]) -> tuple[str, str, str]:
    text = " ".join((made.__doc__ or "").split())
    sentence, _, source = text.partition(" Source: ")
    first = sentence.partition(". ")[0].rstrip(".") + "."
    return first, ", ".join(map(_shown, signature(made).parameters.values())), source.partition(" Simplified: ")[0]


def _shown(parameter: Parameter) -> str:
    default = parameter.default
    return f"{parameter.name}={default:_}" if type(default) is int else f"{parameter.name}={default!r}"
