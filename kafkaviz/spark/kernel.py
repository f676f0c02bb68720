"""murmur2 over a whole Arrow array at once: `decisions.hashing.murmur2`, compiled for numpy."""

from typing import TYPE_CHECKING

from kafkaviz.decisions.hashing import murmur2

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

_SEED = 0x9747B28C
_M = 0x5BD1E995
_FEW, _LONG_WORDS = 32, 256


def murmur2_array(keys: "pa.Array | pa.ChunkedArray") -> "pa.Array":
    """Hashes each key of a binary or string array; int32, a missing key stays missing.

    Raises TypeError for an array of anything else.

    >>> import pyarrow as pa
    >>> murmur2_array(pa.array([b"foobar", None, b""])).to_pylist()
    [-790332482, None, 275646681]

    Kafka: org.apache.kafka.common.utils.Utils.murmur2; equal to `decisions.hashing.murmur2` row for row.
    """
    import pyarrow as pa

    if isinstance(keys, pa.ChunkedArray):
        keys = keys.combine_chunks()
    starts, data = _buffers(keys)
    return pa.array(_murmur2(starts, data), mask=keys.is_null().to_numpy(zero_copy_only=False))


def _buffers(keys: "pa.Array") -> "tuple[np.ndarray, np.ndarray]":
    """Returns where each key starts (one entry more than keys) in the bytes of all keys, one after another."""
    import numpy as np
    import pyarrow.types as kinds

    if kinds.is_binary(keys.type) or kinds.is_string(keys.type):
        width: type[np.int32 | np.int64] = np.int32
    elif kinds.is_large_binary(keys.type) or kinds.is_large_string(keys.type):
        width = np.int64
    else:
        raise TypeError(f"Keys are binary or string, not {keys.type}: encode them as the producer does.")
    _, starts, data = keys.buffers()
    if starts is None:
        return np.zeros(len(keys) + 1, np.int64), np.empty(0, np.uint8)
    every_start = np.frombuffer(starts, width)[keys.offset : keys.offset + len(keys) + 1]
    first, end = int(every_start[0]), int(every_start[-1])
    return every_start.astype(np.int64) - first, np.frombuffer(data or b"", np.uint8)[first:end]


def _murmur2(starts: "np.ndarray", data: "np.ndarray") -> "np.ndarray":
    import numpy as np

    m = np.uint32(_M)  # unsigned arrays wrap round at 32 bits, as murmur2 wants
    first, sizes = starts[:-1], np.diff(starts).astype(np.uint32)
    words = _word_at_each_byte(data)
    full_words, rest = sizes >> 2, sizes & 3
    h = np.uint32(_SEED) ^ sizes
    in_every_key, in_many = (int(full_words.min()), _in_many(full_words)) if len(full_words) else (0, 0)
    for number in range(in_many):
        rows = slice(None) if number < in_every_key else np.flatnonzero(full_words > number)
        k = words[first[rows] + 4 * number] * m
        k ^= k >> 24
        h[rows] = (h[rows] * m) ^ (k * m)
    kept = np.array([0, 0xFF, 0xFFFF, 0xFFFFFF], np.uint32)[rest]
    tail = words[first + 4 * full_words.astype(np.int64)] & kept
    h = np.where(rest > 0, (h ^ tail) * m, h)
    h ^= h >> 13
    h *= m
    h ^= h >> 15
    for row in np.flatnonzero(full_words > in_many):
        h[row] = murmur2(data[first[row] : starts[row + 1]].tobytes()) & 0xFFFFFFFF
    return h.view(np.int32)


def _in_many(words: "np.ndarray") -> int:
    """Returns how many words are hashed side by side; a few much longer keys are cheaper one by one."""
    import numpy as np

    longest = int(words.max())
    of_many = int(np.partition(words, -_FEW)[-_FEW]) if len(words) >= _FEW else 0
    return min(longest, max(of_many, _LONG_WORDS))


def _word_at_each_byte(data: "np.ndarray") -> "np.ndarray":
    """Reads the little-endian 32-bit word that begins at each byte, and at the end; bytes past it count as 0."""
    import numpy as np

    padded = np.concatenate([data, np.zeros(4, np.uint8)])
    return np.ndarray(len(data) + 1, "<u4", padded, strides=(1,))
