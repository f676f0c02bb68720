"""Who looks at a picture without its caption reads there why: in the words that only this picture can mean."""

from kafkaviz.graph.ids import group_id, member_id
from kafkaviz.lab import Lab
from kafkaviz.scenarios import nb02, nb04, nb06, nb07, nb08, nb09, nb10, nb11
from kafkaviz.scene.canvas import CAUSE
from kafkaviz.scene.lenses.log_stage import tell_beside_a_log
from kafkaviz.scene.telling.cue import Cue, why
from tests.scene.filmed import failover_under_zookeeper, film_through, once
from tests.scene.test_causes import causes


def told(lab, lens: str, begin: str) -> list[dict[str, str]]:
    """Returns the causes in each frame whose caption begins so."""
    film = film_through(lab, lens)
    frames = film.tracks[lens].frames
    return [causes(frames[n]) for n, one in enumerate(film.captions) if one.cap.startswith(begin)]


def words(lab, lens: str, begin: str) -> set[str]:
    """Returns what all tags say in the first frame whose caption begins so, wherever they are."""
    film = film_through(lab, lens)
    step = next(n for n, one in enumerate(film.captions) if one.cap.startswith(begin))
    names = (name for name, mark in film.tracks[lens].frames[step].marks.items() if mark["k"] == "g")
    return {name.partition(" ")[2] for name in names if name.startswith(CAUSE)}


def test_of_a_crashed_controller_is_marked_how_many_voters_are_left_and_of_a_started_one_what_its_disk_kept() -> None:
    lab = once(nb02.split_vote)
    assert told(lab, "controller", "Controller 102 crashes") == [{"controller:101": "2 of 3 left"}]
    assert told(lab, "controller", "Controller 101 crashes") == [{"controller:103": "1 of 3 left, 2 needed"}]
    assert told(lab, "controller", "Controller 102 starts again") == [{"controller:102": "epoch 1 from its disk"}]


def test_who_knew_no_coordinator_is_the_member_that_asks_and_no_broker() -> None:
    for lens in ("graph", "assignment"):
        (marked,) = told(once(nb09.one_joins), lens, "C1 and C2 ask")
        assert marked == {"member:app/C1": "knew none", "member:app/C2": "knew none"}


def test_a_cause_that_has_no_room_in_its_own_row_says_of_which_partition_it_is() -> None:
    lab = once(nb02.rolling_restart)
    first, second = told(lab, "cluster", "New leaders: ")
    assert first["broker:3"] == "p1: first alive in ISR" and second["broker:2"] == "p1: preferred leader"
    assert first["replica:sports_news-0@1"] == "preferred leader" and first["broker:2"] == "shuts down"
    for marked in (*told(lab, "graph", "New leaders: "), *told(lab, "replication", "New leaders: ")):
        assert not any(said.startswith("p1") for said in marked.values())


def test_a_broker_is_unfenced_for_its_metadata_and_in_sync_for_its_records() -> None:
    lab = once(nb02.rolling_restart)
    for lens in ("cluster", "graph"):
        for unfenced, joined in zip(
            told(lab, lens, "Broker 1 is unf"), told(lab, lens, "Broker 1 joined"), strict=True
        ):
            assert (unfenced["broker:1"], joined["broker:1"]) == ("has the metadata", "has caught up")


def test_of_a_new_topic_is_marked_by_which_rule_its_replicas_were_placed() -> None:
    striped, named = Lab(3).create_topic("t", 3, 3), Lab(3).create_topic("t", assignment=[[2, 1]])
    for lens in ("cluster", "controller", "replication", "log", "graph", "partitioner"):
        assert "replicas striped" in words(striped, lens, "Topic t is created")
        assert "as assigned" in words(named, lens, "Topic t is created")
    assert told(striped, "controller", "Topic t is created")[0]["controller:101"] == "replicas striped"
    in_turn = Lab(3, kafka="2.3").create_topic("t", 3, 3)
    assert "replicas in turn" in words(in_turn, "controller", "Topic t is created")
    assert words(striped.add_partitions("t", 4), "cluster", "Topic t gets") >= {"replicas striped"}


def test_a_client_does_not_know_that_a_batch_is_written_and_the_broker_that_it_had_it() -> None:
    lab = once(nb06.lost_answer)
    frames = film_through(lab, "client").tracks["client"].frames
    said = {mark.get("t", "") for frame in frames for mark in frame.marks.values()}
    assert any("sent to broker 1, no ack yet" in one for one in said) and not any("written by" in one for one in said)
    assert "has sequence 0: not twice" in words(lab, "client", "letters-0: broker 1 has ABC already")


def test_of_a_power_cut_is_marked_which_copy_loses_what_and_of_the_start_what_there_is() -> None:
    lab = once(nb06.power_cut)
    for lens in ("log", "client", "replication"):
        assert "power cut: DEF lost, not flushed" in words(lab, lens, "Broker 2 crashes")
        assert "power cut: all was flushed" in words(lab, lens, "Broker 1 crashes")
        assert "starts again, from disk" in words(lab, lens, "Broker 2 starts again")
    assert words(once(nb07.failover), "replication", "Broker 1 crashes") == set()


def test_where_a_record_goes_on_at_once_with_acks_1_the_leader_had_it_and_then_the_whole_isr() -> None:
    marked = words(once(failover_under_zookeeper), "replication", "sports_news-0: foul goes to broker 1")
    assert marked == {"linger.ms=0: at once", "whole ISR has it", "acks=1: leader has it"}


def test_a_member_that_reaches_an_epoch_is_marked_with_what_it_is_given() -> None:
    marked = words(once(nb11.bad_record), "share", "C2 reaches epoch 3")
    assert marked == {"target: parcels-0"}


def test_a_hash_keeps_the_key_that_it_is_of() -> None:
    frames = film_through(once(nb04.news), "partitioner").tracks["partitioner"].frames
    said = {mark["t"] for frame in frames for name, mark in frame.marks.items() if name.endswith("/hash/said")}
    assert {"murmur2(football) = -303409433", "murmur2(basketball) = -1292775366"} <= said


def test_a_candidate_says_how_many_votes_it_has_of_how_many_and_stands_again_for_lack_of_them() -> None:
    lab = once(nb02.split_vote)
    frames = film_through(lab, "controller").tracks["controller"].frames
    said = {mark.get("t", "") for frame in frames for mark in frame.marks.values()}
    assert "? candidate · 1 of 2 votes" in said
    again = words(lab, "controller", "Controller 102 stands as a candidate in epoch 3")
    assert again == {"election timeout, 1 of 2 votes", "its log is longer"}


def test_a_request_without_a_controller_is_kept_by_a_broker_and_carried_out_later() -> None:
    lab = once(nb02.given_up)
    made = film_through(lab, "controller")
    step = next(n for n, caption in enumerate(made.captions) if "gets no answer" in caption.cap)
    track = made.tracks["controller"]
    assert "keeps CreateTopics" in {mark.get("t") for mark in track.frames[step].marks.values()}
    assert step not in track.skip and "frozen: no answer" in words(lab, "controller", "CreateTopics gets")
    assert "asked 5 seconds ago" in words(lab, "controller", "After all, topic")
    assert "5 seconds ago, while no controller was active" in made.captions[-1].why


def test_of_a_power_cut_each_record_says_whether_it_is_on_disk_and_whose_it_differs_from() -> None:
    lab = once(nb06.power_cut)
    made = film_through(lab, "log")
    flushed, end = (
        {n.split("@")[1]: m["t"] for n, m in made.tracks["log"].frames[step].marks.items() if n.endswith("/stored")}
        for step in (next(n for n, c in enumerate(made.captions) if c.cap.startswith("Broker 1's machine")), -1)
    )
    assert flushed == {"1#0e0/stored": "on disk", "2#0e0/stored": "memory only"}
    assert end["1#1e0/stored"] == "≠ broker 2's" and end["2#1e1/stored"] == "memory only"
    assert words(lab, "log", "Broker 1's machine writes") == {"the OS writes"}


def test_the_graph_says_how_much_of_each_log_is_committed_and_what_the_controller_wrote() -> None:
    made = film_through(once(nb07.failover), "graph")
    said = [{name: mark.get("t") for name, mark in frame.marks.items()} for frame in made.tracks["graph"].frames]
    leader = [one["replica:sports_news-0@1/said"] for one in said]
    assert [*dict.fromkeys(leader)] == ["leads", "▸ leads · HW 0 of 3", "leads · HW 0 of 3", "▸ leads · HW 3 of 3",
                                        "leads · HW 3 of 3", "▸ down · end 3", "down · end 3"]  # fmt: skip
    elected = next(n for n, one in enumerate(made.captions) if "fence" in one.cap)
    assert {"1 fenced", "p0 → 2", "p1 ISR {2,3}"} <= set(said[elected].values())


def test_what_a_producer_believes_is_written_when_the_answer_has_come() -> None:
    made = film_through(once(nb07.failover), "cluster")
    step = next(n for n, caption in enumerate(made.captions) if "who leads" in caption.cap)
    for lens, learned in (("cluster", "believes"), ("client", "leader sports_news-0"), ("graph", "said")):
        effects = made.tracks[lens].frames[step].effects
        (answer,), (flip,) = ([e for e in effects if e["k"] == kind] for kind in ("answer", "flip"))
        assert f"producer:producer/{learned}" in flip["m"] and flip["at"] >= answer["at"] + answer["ms"]
        (come,) = (e for e in effects if e["k"] == "come" and "producer:producer" in e["m"])
        assert come["at"] == 0


def test_a_move_that_ends_says_whose_copy_moved_where_and_lists_the_isr_as_its_caption_does() -> None:
    lab = once(nb10.moving)
    assert {"copy of 1 moved", "has caught up"} <= words(lab, "replication", "orders-0 is now on")
    made = film_through(lab, "replication")
    said = {mark.get("t") for mark in made.tracks["replication"].frames[-1].marks.values()}
    assert {"ISR {2, 4}", "→ 4 on 4, 2"} <= said and "ISR {1, 2} → {2, 4}" in made.captions[-1].diff[0]


def test_a_broker_that_is_to_hold_a_copy_hears_what_the_others_hear_of_the_move() -> None:
    made = film_through(once(nb10.moving), "cluster")
    step = next(n for n, caption in enumerate(made.captions) if caption.cap.startswith("orders-0 is to move"))
    answers = [e["t"] for e in made.tracks["cluster"].frames[step].effects if e["k"] == "answer"]
    assert answers == ["p0 on 4, 2 and 1"] * 3


def test_a_first_poll_is_marked_with_why_it_begins_there() -> None:
    for reset in ("earliest", "latest"):
        lab = Lab(3, auto_offset_reset=reset).create_topic("t", 1, 3).send("t", "A")
        lab.join("app", "C1", topics=["t"]).tick(4_000).poll(group="app", member="C1")
        assert f"none committed: {reset}" in words(lab, "assignment", "C1 polls")


def test_a_lens_without_a_controller_names_who_created_a_partition() -> None:
    for lab, leader in ((nb06.gate(dead=2), 1), (nb06.lost_answer(), 1), (nb08.coordinator_dies(), 2)):
        (marked,) = told(lab, "client", "Topic ")
        assert marked == {f"broker:{leader}": "controller created p0"}
    assert words(once(nb06.power_cut), "client", "Topic ") == {"is controller: created p0", "as assigned"}
    several = Lab(3).create_topic("t", 6, 3).send("t", "A")
    assert words(several, "client", "Topic ") == {f"controller created {ps}" for ps in ("p0 p5", "p1 p3", "p2 p4")}
    for lab in (nb09.one_joins(), nb09.one_crashes()):
        assert words(lab, "assignment", "Topic ") == {"controller created t0"}
    grown = Lab(3).create_topic("t", 1, 3).join("app", "C1", topics=["t"]).add_partitions("t", 3)
    assert words(grown, "assignment", "Topic t gets") == {"controller created p1 p2"}


def test_a_lens_without_a_controller_names_who_ends_a_session_and_who_elects() -> None:
    lab = nb06.gate(dead=2)
    assert words(lab, "client", "Broker 3 is fenced") == {"silent for 9 s", "controller fences it"}
    assert words(once(nb08.coordinator_dies), "client", "Broker 1 is f") == {"silent for 9 s", "controller fences it"}
    of_2_3 = nb08.coordinator_dies(kafka="2.3")
    assert words(of_2_3, "client", "orders-0: broker 1 left") == {"no session", "is controller: ISR {2, 3}"}
    cut = nb06.power_cut()
    assert words(cut, "client", "ZooKeeper ends") == {"silent for 6 s", "ZooKeeper ends its session"}
    assert "made /controller first" in words(cut, "client", "Broker 2 has a session")
    assert words(cut, "client", "letters-0: new leader") == {
        "first alive in ISR",
        "is controller: p0 → 2",
        "no session",
    }


def test_a_leader_in_the_lens_client_says_who_is_in_sync() -> None:
    made = nb06.gate(dead=2).film(lens="client").film
    said = [frame.marks.get("broker:1/isr", {}).get("t", "") for frame in made.tracks["client"].frames]
    assert [*dict.fromkeys(said)] == ["ISR {1, 2, 3}", "ISR {1, 2}", "ISR {1}"]
    frames = film_through(once(nb02.rolling_restart), "client").tracks["client"].frames
    assert not [name for frame in frames for name in frame.marks if name.endswith("/isr")]


def test_who_commits_is_marked_with_what_is_read_next_and_whether_it_tries_again() -> None:
    lab = once(nb08.coordinator_dies)
    assert words(lab, "client", "C1 commits orders-0: 2") == {"next to read: 2"}
    assert words(lab, "client", "C1 commits orders-0: 4") == {"tries again", "next to read: 4"}
    assert words(lab, "client", "C1 commits orders-0: 6") == {"next to read: 6"}


def test_in_the_lens_cluster_a_producer_knew_no_leader_before_it_asked() -> None:
    for lab in (nb07.failover(), nb02.rolling_restart(), nb10.moving()):
        assert told(lab, "cluster", "The producer asks a broker which")[0]["producer:producer"] == "knew no leader"


def test_a_tag_below_a_low_row_says_of_which_partition_it_is() -> None:
    second = told(
        once(nb02.rolling_restart), "cluster", "New leaders: sports_news-1 → broker 2, sports_news-2 → broker 1"
    )
    assert "p2: first alive in ISR" in second[0].values() and "p1: preferred leader" in second[0].values()


def test_entries_without_room_for_all_words_still_say_that_the_controller_wrote_them() -> None:
    frames = film_through(once(nb10.moving), "replication").tracks["replication"].frames
    said = [frame.marks["deco/written/said"]["t"] for frame in frames if "deco/written/said" in frame.marks]
    assert said and all("controller" in one for one in said)


def test_members_and_groups_are_called_in_a_log_as_they_are_and_not_as_their_ids_write_them() -> None:
    member, group = member_id("late birds", "C ä"), group_id("late birds")
    gets = [Cue("answer", group, member, "p0"), why("C0 assigned so", member)]
    said = [cue.text for cue in tell_beside_a_log([Cue("send", member, group, "commit p0: 2"), *gets])]
    assert "C ä commits p0: 2" in said and "gets p0 in late birds: C0 assigned so" in said
