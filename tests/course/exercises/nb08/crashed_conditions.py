"""What may hold of a case of E08.3 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb08.crashed import after_crash, committed_offsets, next_offset, processed_offsets

CONDITIONS = (
    ("nothing was committed", lambda did: not committed_offsets(did)),
    ("there were two commits or more", lambda did: len(committed_offsets(did)) > 1),
    (
        "the last commit is not the highest",
        lambda did: committed_offsets(did) and next_offset(did) < max(committed_offsets(did)),
    ),
    ("0 was committed last", lambda did: committed_offsets(did) and next_offset(did) == 0),
    ("something is repeated", lambda did: after_crash(did)[0]),
    ("something is skipped", lambda did: after_crash(did)[1]),
    ("both at once", lambda did: all(after_crash(did))),
    ("neither", lambda did: did and not any(after_crash(did))),
    ("the offset that is committed was processed", lambda did: did and next_offset(did) in processed_offsets(did)),
    ("the last one below it was not", lambda did: next_offset(did) - 1 in after_crash(did)[1]),
    ("the records were done in no order", lambda did: processed_offsets(did) != sorted(processed_offsets(did))),
    ("it did nothing", lambda did: not did),
    ("an offset has two digits", lambda did: max([0, *processed_offsets(did)]) > 9),
)
