"""Asks the partitioners of librdkafka, which comes in the wheel `confluent-kafka`, and writes JSON lines.

python tests/record_librdkafka.py LIBRARY FILE      the path of librdkafka.so, with what it needs beside it
"""

import ctypes
import json
import sys
from pathlib import Path
from random import Random

CASES, SEED = 250, 2026
PARTITIONERS = ("consistent_random", "murmur2_random")


def loaded(library: Path) -> ctypes.CDLL:
    """Returns the library, once all that lies beside it is loaded, in whatever order that takes."""
    beside = sorted(other for other in library.parent.iterdir() if other != library)
    for _ in beside:
        for other in beside:
            try:
                ctypes.CDLL(str(other), mode=ctypes.RTLD_GLOBAL)
            except OSError:
                continue
    return ctypes.CDLL(str(library))


def cases(library: ctypes.CDLL) -> list[dict[str, object]]:
    """Returns keys, numbers of partitions, and what librdkafka answers; without a key it draws, which is chance."""
    library.rd_kafka_version_str.restype = ctypes.c_char_p
    release, random, found = library.rd_kafka_version_str().decode(), Random(SEED), []
    for _ in range(CASES):
        key, partitions = random.randbytes(random.randrange(30)), random.choice((3, 6, random.randint(1, 1_000)))
        case: dict[str, object] = {"librdkafka": release, "key_hex": key.hex(), "partitions": partitions}
        for name in PARTITIONERS if key else ("murmur2_random",):
            ask = getattr(library, f"rd_kafka_msg_partitioner_{name}")
            arguments = None, ctypes.c_char_p(key), ctypes.c_size_t(len(key)), ctypes.c_int32(partitions), None, None
            case[name] = ask(*arguments)
        found.append(case)
    return found


if __name__ == "__main__":
    lines = (json.dumps(case) for case in cases(loaded(Path(sys.argv[1]).resolve())))
    Path(sys.argv[2]).write_text("".join(f"{line}\n" for line in lines), "ascii")
