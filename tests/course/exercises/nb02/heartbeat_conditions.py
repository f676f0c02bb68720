"""What may hold of a case of E02.5 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb02.heartbeat import FENCED, LEAVING, SESSION_MS, UNFENCED


def silent(*asked):
    return asked[1] > asked[2]


def heard(*states):
    return lambda *asked: asked[0] in states and not silent(*asked)


CONDITIONS = (
    ("it was silent for too long", silent),
    ("it was silent for just as long as is allowed", lambda *asked: asked[1] == asked[2]),
    ("it was silent a millisecond more", lambda *asked: asked[1] == asked[2] + 1),
    ("it was fenced, and is heard", heard(FENCED)),
    ("it was fenced, wants to stop and has caught up", lambda *a: heard(FENCED)(*a) and a[3] and a[4]),
    ("it was fenced and has not caught up", lambda *a: heard(FENCED)(*a) and not a[3] and not a[4]),
    ("it was unfenced and is heard", heard(UNFENCED)),
    ("it was unfenced and has not caught up", lambda *a: heard(UNFENCED)(*a) and not a[3] and not a[4]),
    ("it was unfenced, wants to stop and leads", lambda *a: heard(UNFENCED)(*a) and a[3] and a[5]),
    ("it was unfenced, wants to stop and leads nothing", lambda *a: heard(UNFENCED)(*a) and a[3] and not a[5]),
    ("it was leaving, and leads", lambda *a: heard(LEAVING)(*a) and a[5]),
    ("it was leaving, and leads nothing", lambda *a: heard(LEAVING)(*a) and not a[5]),
    ("it was leaving, and its heartbeat asks for nothing", lambda *a: heard(LEAVING)(*a) and not a[3] and a[5]),
    ("it is not the default timeout", lambda *asked: asked[2] != SESSION_MS),
)
