"""Answers to X1.4: right ones in another form, and wrong ones that look right, each with its sentence."""

from kafkaviz.decisions.hashing import keyed_partition, murmur2


def first(key, n):
    return keyed_partition(key, n)


def second(key, n):
    return keyed_partition(key + b"#2", n)


RIGHT = {
    "min of both homes": lambda key, n, hot, loads: (
        min([first(key, n), second(key, n)], key=lambda p: loads[p]) if key in hot else first(key, n)
    ),
    "a set of hot keys": lambda key, n, hot, loads: (first, second)[
        key in {*hot} and loads[second(key, n)] < loads[first(key, n)]
    ](key, n),
    "murmur2 by hand": lambda key, n, hot, loads: min(
        [(murmur2(k) & (2**31 - 1)) % n for k in ([key, key + b"#2"] if key in hot else [key])], key=loads.__getitem__
    ),
    "sorted, which is stable": lambda key, n, hot, loads: sorted(
        [first(key, n), second(key, n)], key=lambda p: loads[p] * (key in hot)
    )[0],
}

WRONG = {
    "first(key, n)": (
        lambda key, n, hot, loads: first(key, n),
        "Partition 1 carries 9, partition 2 carries 5: take 2.",
    ),
    "min([first(key, n), second(key, n)], key=lambda p: loads[p])": (
        lambda key, n, hot, loads: min([first(key, n), second(key, n)], key=lambda p: loads[p]),
        "b'DEF' is not among the hot keys: it stays at home on partition 1, whatever the loads are.",
    ),
    "loads.index(min(loads)) if key in hot else first(key, n)": (
        lambda key, n, hot, loads: loads.index(min(loads)) if key in hot else first(key, n),
        "b'DEF' has two homes: 1, its own, and 2, that of b'DEF#2'; you say 0.",
    ),
    "second(key, n) if key in hot else first(key, n)": (
        lambda key, n, hot, loads: second(key, n) if key in hot else first(key, n),
        "Partition 1 carries 5, partition 2 carries 9: take 1.",
    ),
    "max([first(key, n), second(key, n)], key=lambda p: loads[p]) if key i…": (
        lambda key, n, hot, loads: (
            max([first(key, n), second(key, n)], key=lambda p: loads[p]) if key in hot else first(key, n)
        ),
        "Partition 1 carries 9, partition 2 carries 5: take 2.",
    ),
    "second(key, n) if key in hot and loads[second(key, n)] <= loads[first…": (
        lambda key, n, hot, loads: (
            second(key, n) if key in hot and loads[second(key, n)] <= loads[first(key, n)] else first(key, n)
        ),
        "Both homes carry 5: take the first, 1, so that a key moves only for a reason.",
    ),
    "min([first(key, n), (first(key, n) + 1) % n], key=lambda p: loads[p])…": (
        lambda key, n, hot, loads: (
            min([first(key, n), (first(key, n) + 1) % n], key=lambda p: loads[p]) if key in hot else first(key, n)
        ),
        "Partition 2 carries 2, partition 1 carries 1: take 1.",
    ),
    "min([first(key, n), keyed_partition(b'#2' + key, n)], key=lambda p: l…": (
        lambda key, n, hot, loads: (
            min([first(key, n), keyed_partition(b"#2" + key, n)], key=lambda p: loads[p])
            if key in hot
            else first(key, n)
        ),
        "b'DEF' has two homes: 1, its own, and 2, that of b'DEF#2'; you say 0.",
    ),
    "second(key, n) if any((key.startswith(one) for one in hot)) and loads…": (
        lambda key, n, hot, loads: (
            second(key, n)
            if any(key.startswith(one) for one in hot) and loads[second(key, n)] < loads[first(key, n)]
            else first(key, n)
        ),
        "b'user-12' is not among the hot keys: it stays at home on partition 0, whatever the loads are.",
    ),
    "second(key, n) if b''.join(hot).find(key) >= 0 and loads[second(key, …": (
        lambda key, n, hot, loads: (
            second(key, n)
            if b"".join(hot).find(key) >= 0 and loads[second(key, n)] < loads[first(key, n)]
            else first(key, n)
        ),
        "b'DEF' is not among the hot keys: it stays at home on partition 1, whatever the loads are.",
    ),
    "min(sorted([first(key, n), second(key, n)]), key=lambda p: loads[p]) …": (
        lambda key, n, hot, loads: (
            min(sorted([first(key, n), second(key, n)]), key=lambda p: loads[p]) if key in hot else first(key, n)
        ),
        "Both homes carry 0: take the first, 2, so that a key moves only for a reason.",
    ),
    "second(key, n) if key in hot[:1] and loads[second(key, n)] < loads[fi…": (
        lambda key, n, hot, loads: (
            second(key, n) if key in hot[:1] and loads[second(key, n)] < loads[first(key, n)] else first(key, n)
        ),
        "Partition 1 carries 3, partition 0 carries 1: take 0.",
    ),
}
