"""A node's directory as an archive is read as the directory, and nothing else in it matters or is written."""

import io
import tarfile
from itertools import product

import pytest

from kafkaviz import read_metadata_log
from kafkaviz.decisions.errors import InvalidArgumentError
from kafkaviz.metadata_log import reading, recorded
from kafkaviz.metadata_log.reading import _RECORDED
from tests.sampling import every

SEGMENT = "00000000000000000000.log"
DATA = _RECORDED.joinpath("recorded.log").read_bytes()
FOLDERS = ("", "./", "__cluster_metadata-0/", "var/lib/kafka/__cluster_metadata-0/")


@pytest.fixture
def packed(tmp_path):
    """Packs files, by their paths in the archive, and returns the archive."""

    def pack(files, mode="w:gz"):
        archive = tmp_path / "node.tar"
        with tarfile.open(archive, mode) as made:
            for path, data in files.items():
                member = tarfile.TarInfo(path)
                if data is None:
                    member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
                    made.addfile(member)
                else:
                    member.size = len(data)
                    made.addfile(member, io.BytesIO(data))
        return archive

    return pack


@pytest.mark.parametrize(("folder", "mode"), every(3, product(FOLDERS, ("w", "w:gz", "w:bz2", "w:xz"))))
def test_a_packed_directory_is_read_as_it_lies(packed, tmp_path, folder, mode):
    others = {f"{folder}partition.metadata": b"version: 0", "orders-0/00000000000000000000.log": b"a topic's"}
    archive = packed({f"{folder}{SEGMENT}": DATA, **others}, mode)
    assert [record[:-1] for record in read_metadata_log(archive).records] == [
        record[:-1] for record in recorded().records
    ]
    assert [*tmp_path.iterdir()] == [archive]


def test_links_are_left_alone(packed):
    assert len(read_metadata_log(packed({SEGMENT: DATA, "evil.log": None})).records) == len(recorded().records)


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({}, "holds none called __cluster_metadata-0"),
        ({"orders-0/00000000000000000000.log": DATA}, "holds none called __cluster_metadata-0"),
        ({f"n{n}/__cluster_metadata-0/{SEGMENT}": DATA for n in (1, 2)}, "name one node's directory"),
    ],
)
def test_one_metadata_log_is_wanted(packed, files, why):
    with pytest.raises(InvalidArgumentError, match=why):
        read_metadata_log(packed(files))


def test_an_archive_that_is_cut_off_is_refused(packed):
    archive = packed({SEGMENT: DATA})
    archive.write_bytes(archive.read_bytes()[:-2000])
    with pytest.raises(InvalidArgumentError, match="no archive that can be read, or it is cut off"):
        read_metadata_log(archive)


def test_what_unfolds_to_more_than_memory_holds_is_refused_before_it_is_read(packed, monkeypatch):
    archive = packed({SEGMENT: bytes(3 << 20)})
    assert archive.stat().st_size < 1 << 20
    monkeypatch.setattr(reading, "MOST_BYTES", 1 << 20)
    with pytest.raises(InvalidArgumentError, match="holds more than 1 MiB"):
        read_metadata_log(archive)
