"""What may hold of a case of X3.2 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.m3.by_copies import lost_by_copies


def of_losses(rows):
    return [copies for copies, outcome, count in rows if outcome == "lost" and count]


CONDITIONS = (
    ("nothing was lost", lambda rows: not lost_by_copies(rows)),
    ("there is no row", lambda rows: not rows),
    ("one number of copies has two rows of losses", lambda rows: len(of_losses(rows)) > len({*of_losses(rows)})),
    ("several numbers of copies lost something", lambda rows: len(lost_by_copies(rows)) > 1),
    ("the rows are in no order", lambda rows: [row[0] for row in rows] != sorted(row[0] for row in rows)),
    ("records were kept or refused, too", lambda rows: any(row[1] != "lost" for row in rows)),
    ("a row counts none lost", lambda rows: any(row[1:] == ("lost", 0) for row in rows)),
    ("there are ten copies", lambda rows: any(row[0] > 9 for row in rows)),
)
