"""Groups of a real cluster: what is read of `__consumer_offsets` is what Kafka's own classes and administrator say."""

import json
import shutil
import tarfile
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kafkaviz import read_metadata_log
from kafkaviz.decisions.errors import GroupIdNotFoundError, InvalidArgumentError
from kafkaviz.metadata_log import MetadataLog
from kafkaviz.metadata_log import kept as kept_module
from kafkaviz.metadata_log.events import GroupReplayed, RecordsReplayed
from kafkaviz.metadata_log.filming import OF_GROUPS
from kafkaviz.metadata_log.groups.messages import NAMES
from kafkaviz.model.core.cluster import Cluster
from tests.metadata_log.recordings import kept_and_made_now
from tests.record_groups import record
from tests.sampling import every

RECORDED = Path(__file__).parents[1] / "vectors" / "metadata-log" / "groups"


folder = kept_and_made_now(RECORDED, record, "logs")


@pytest.fixture(scope="module")
def real(folder) -> MetadataLog:
    return read_metadata_log(folder)


def did(folder: Path, *what: str) -> list[dict[str, Any]]:
    acts = [json.loads(line) for line in (folder / "did.jsonl").read_text("ascii").splitlines()]
    return [act for act in acts if act["did"] in what]


def at_ms(log: MetadataLog, ms: int) -> Cluster:
    """Returns the cluster as it was read up to a time, in ms since 1970."""
    start_ms = log.records[0].timestamp_ms
    read = [step.cluster for step in log.history.steps if isinstance(step.event, RecordsReplayed | GroupReplayed)]
    return [cluster for cluster in read if cluster.now_ms <= ms - start_ms][-1]


def owned(cluster: Cluster, group: str) -> dict[str, list[str]]:
    members = cluster.groups[group].members
    return {name: sorted(map(str, (*m.owned, *m.revoking))) for name, m in members.items()}


def test_at_each_moment_a_group_is_as_the_administrator_saw_it(folder, real):
    seen = did(folder, "described")
    assert len(seen) > 30 and {act["kind"] for act in seen} == {"consumer", "share"}
    for act in seen:
        cluster, group = at_ms(real, act["at_ms"]), act["group"]
        known = cluster.groups[group]
        assert known.state == act["state"], act
        assert owned(cluster, group) == {m["client"]: sorted(m["partitions"]) for m in act["members"]}, act
        assert known.coordinator == act["coordinator"], act


def test_so_are_the_offsets_that_it_has_committed(folder, real):
    seen = did(folder, "offsets")
    assert {act["group"] for act in seen} >= {"passing", "ledger", "mailer", "shop", "exact"}
    for act in seen:
        committed = at_ms(real, act["at_ms"]).groups[act["group"]].committed
        assert {str(tp): offset for tp, offset in committed.items()} == act["offsets"], act


def test_what_a_transaction_commits_counts_only_when_it_is_committed(folder, real):
    offsets = {act["how"]: act["offsets"] for act in did(folder, "transaction")}
    assert offsets.keys() == {"committed", "aborted", "open"}
    committed = {str(tp): at for tp, at in real.cluster.groups["exact"].committed.items()}
    assert committed == offsets["committed"] and real.undone == 2
    assert real.types["EndTransactionMarker"] == 2


def test_who_crashed_is_gone_after_its_session_and_who_was_deleted_or_expired_for_good(folder, real):
    (crash,) = did(folder, "crash")
    for group, client in zip(crash["groups"], crash["clients"], strict=True):
        assert client in at_ms(real, crash["at_ms"]).groups[group].members
        assert client not in real.cluster.groups[group].members
    (deleted,), (expired,) = did(folder, "delete group"), did(folder, "expired")
    assert deleted["group"] not in real.cluster.groups and expired["group"] not in real.cluster.groups
    assert expired["group"] in at_ms(real, expired["at_ms"] - 10_000).groups
    gone = {
        act["group"]: cap for act in (deleted, expired) for cap in str(real.story()).splitlines() if "gone, w" in cap
    }
    assert gone.keys() == {deleted["group"], expired["group"]}


def test_each_assignment_is_what_our_assignor_of_that_name_shares_out(real):
    rows = real.assignments().rows
    asked = [row for row in rows if row.ours is not None]
    assert [row for row in asked if not row.agrees] == []
    assert {row.assignor for row in asked} == {"range", "roundrobin", "sticky", "cooperative-sticky", "uniform"}
    assert {(row.assignor, bool(row.why)) for row in rows if row.ours is None} == {("simple", True)}
    assert len(asked) > 20 and str(real.assignments()).startswith(f"{len(asked)} of {len(asked)} assignments")


def test_every_record_is_as_kafkas_own_classes_decode_it():
    real = read_metadata_log(RECORDED)
    lines = [json.loads(line) for line in (RECORDED / "decoded.jsonl").read_text("ascii").splitlines()]
    ours = [(n, record) for n, records in real.offsets.items() for record in records]
    assert len(lines) == len(ours) > 150
    for line, (partition, one) in zip(lines, ours, strict=True):
        assert (partition, one.offset, one.timestamp_ms) == (line["partition"], line["offset"], line["ts"])
        assert one.fields is None or one.fields.get("producerId") == line.get("producerId")
        if "marker" in line:
            assert one.fields["committed"] == (line["marker"] == "COMMIT")
            continue
        assert one.type == line["name"]
        if one.fields is not None:
            assert without_user_data(one.fields["key"]) == line["key"]
            assert without_user_data(one.fields["value"]) == without_user_data(line["value"])


def without_user_data(said: Any) -> Any:
    """Returns what a record says without the bytes of assignors, which are read as far as Kafka's own write them."""
    if isinstance(said, dict):
        unread = ("userData", "metadata") if said.keys() == {"name", "metadata"} else ("userData",)
        return {name: without_user_data(value) for name, value in said.items() if name not in unread}
    return [without_user_data(one) for one in said] if isinstance(said, list) else said


def test_all_types_are_named_and_counted(real):
    assert not real.unknown
    assert {name for name in real.types if name in NAMES} >= {"GroupMetadata", "OffsetCommit", "ShareGroupMetadata"}
    assert real.types["OffsetCommit"] == sum(r.type == "OffsetCommit" for held in real.offsets.values() for r in held)


@pytest.mark.parametrize(("lens", "group"), every(2, product(OF_GROUPS, ("ledger", "shop", "parcels")), whole=1))
def test_a_film_shows_a_group_and_claims_nothing_that_no_log_tells(real, lens, group):
    film = real.film(lens=lens, group=group).film
    shown = " ".join(str(mark) for frame in film.tracks[lens].frames for mark in frame.marks.values())
    assert group in shown
    assert not [words for words in ("are read now", "without a reader", "reads ", "crashed", "lag ") if words in shown]
    assert len(film.captions) == len(str(real.story(group=group)).splitlines())


def test_frames_of_a_group_say_what_was_written_and_where(real):
    captions = {c.cap: c.why for c in real.film(group="ledger").film.captions}
    third = next(cap for cap in captions if cap.startswith("Group ledger begins generation 3: ledger-3 is new; "))
    assert "clicks 0–3" in third and "of __consumer_offsets-" in captions[third]
    assert captions[third].startswith("Its leader, ledger-1, ran the assignor. GroupMetadata, offset ")
    assert captions[third].endswith("Our range assignor shares out the same.")
    gone = next(why for cap, why in captions.items() if "ledger-2 is gone" in cap)
    assert "why a member is gone is not told" in gone
    assert any(cap == "Group ledger commits gone-0: 5, orders-0: 3 and 1 more." for cap in captions)
    assert not any("shop" in cap for cap in captions)
    with pytest.raises(GroupIdNotFoundError, match=r"The log has no group 'ledge'; did you mean"):
        real.film(group="ledge")


def test_a_coordinator_is_whoever_leads_the_partition_of_the_group(folder, real):
    (kill,) = did(folder, "kill -9")
    before, after = at_ms(real, kill["at_ms"]), at_ms(real, did(folder, "restart")[0]["at_ms"])
    moved = [name for name in before.groups if before.groups[name].coordinator == kill["node"] and name in after.groups]
    assert moved and all(after.groups[name].coordinator not in (None, kill["node"]) for name in moved)


def test_a_part_tells_of_its_topics_and_times_alone(folder, real):
    part = real.part(topics="clicks")
    said = json.dumps([record.fields for held in part.offsets.values() for record in held])
    assert '"clicks"' in said and '"orders"' not in said and "hive" in said and '"exact"' not in said
    assert {tp.topic for group in part.cluster.groups.values() for tp in group.committed} <= {"clicks"}
    (crash,) = did(folder, "crash")
    later = real.part(since=crash["at_ms"])
    assert owned(later.history.first, "shop") == owned(at_ms(real, crash["at_ms"] - 1), "shop")
    assert later.cluster.groups == real.part(since=crash["at_ms"]).cluster.groups
    assert {n: g._replace(since_ms=0) for n, g in untimed(later).items()} == untimed(real)
    earlier = real.part(until=crash["at_ms"])
    assert "shop-2" in earlier.cluster.groups["shop"].members and "passing" in earlier.cluster.groups


def test_a_part_of_a_large_log_begins_with_what_a_compacted_one_would_have_kept(folder, monkeypatch):
    (crash,) = did(folder, "crash")
    whole = read_metadata_log(folder)
    monkeypatch.setattr(kept_module, "LARGE", 100)
    large = read_metadata_log(folder)
    assert large.is_large and "records; summary() says" in repr(large)
    part = large.part(since=crash["at_ms"], until=crash["at_ms"] + 60_000)
    assert sum(map(len, part.offsets.values())) < sum(map(len, whole.offsets.values()))
    assert owned(part.history.first, "shop") == owned(at_ms(whole, crash["at_ms"] - 1), "shop")
    assert {n: g._replace(joined=0) for n, g in untimed(part).items()} == {
        n: g._replace(joined=0) for n, g in untimed(whole).items()
    }


def untimed(log: MetadataLog) -> dict[str, Any]:
    """Returns the groups at the end, without the times, which count from where a part begins."""
    return {
        name: group._replace(
            target_ms=0,
            since_ms=0,
            members={m: member._replace(joined_ms=0, quiet_since_ms=None) for m, member in group.members.items()},
        )
        for name, group in log.cluster.groups.items()
    }


def test_what_is_saved_is_read_again_as_the_same(real, tmp_path):
    real.save(tmp_path / "night.tar.gz")
    again = read_metadata_log(tmp_path / "night.tar.gz")
    assert again.story() == real.story() and again.cluster.groups == real.cluster.groups
    assert again.types == real.types and again.undone == real.undone
    assert str(again.assignments()) == str(real.assignments())


def test_an_archive_of_the_directories_is_read_as_they_are(folder, real, tmp_path):
    with tarfile.open(tmp_path / "node.tar.gz", "w:gz") as archive:
        for log in folder.iterdir():
            archive.add(log, f"data/{log.name}")
    assert read_metadata_log(tmp_path / "node.tar.gz").story() == real.story()
    with tarfile.open(tmp_path / "twice.tar.gz", "w:gz") as archive:
        archive.add(folder, "one")
        archive.add(folder / "__consumer_offsets-0", "two/__consumer_offsets-0")
    with pytest.raises(InvalidArgumentError, match="holds __consumer_offsets-0 twice"):
        read_metadata_log(tmp_path / "twice.tar.gz")


def test_copies_of_single_segments_are_read_by_their_names(tmp_path):
    whole, (metadata,) = read_metadata_log(RECORDED), [*(RECORDED / "__cluster_metadata-0").glob("*.log")]
    for folder in (tmp_path / "beside", tmp_path / "within" / "offsets"):
        folder.mkdir(parents=True)
        for log in RECORDED.glob("__consumer_offsets-*/*.log"):
            (folder / f"{log.parent.name}.log").write_bytes(log.read_bytes())
    for night in (tmp_path / "beside", tmp_path / "within"):
        (night / "metadata.log").write_bytes(metadata.read_bytes())
        read = read_metadata_log(night)
        assert str(read.story()) == str(whole.story()) and read.types == whole.types


def test_without_the_offsets_beside_it_a_log_tells_what_it_told_before(folder, real, tmp_path):
    shutil.copytree(folder / "__cluster_metadata-0", tmp_path / "__cluster_metadata-0")
    alone = read_metadata_log(tmp_path)
    assert not alone.cluster.groups and not alone.offsets
    assert str(alone.timeline()) == str(real.timeline()) and str(alone.elections()) == str(real.elections())
    assert str(alone.differences()) == str(real.differences()) and alone.summary().rows.rows == real.summary().rows.rows
    assert alone.at(alone.records[-1].offset).partitions == real.at(real.records[-1].offset).partitions
    with pytest.raises(InvalidArgumentError, match=r"no lens 'assignment'.* no __consumer_offsets lies beside it"):
        alone.film(lens="assignment")
    assert not any(isinstance(step.event, GroupReplayed) for step in alone.history.steps)


def test_a_fork_goes_on_from_a_log_with_groups(folder, real):
    (kill,) = did(folder, "kill -9")
    assert "partitions fared" in repr(real.fork(at=kill["at_ms"], min_insync_replicas=3))
