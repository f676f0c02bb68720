"""What may hold of a case of E05.3 and what a wrong answer overlooks; the cases meet each both ways."""

from kafkaviz.course.exercises.nb05.late import LAG_MS, late

CONDITIONS = (
    ("it lacks something", lambda end, all, was, now, lag: end < all),
    ("it lacks one record", lambda end, all, was, now, lag: end == all - 1),
    ("it lacks much, but was there lately", lambda end, all, was, now, lag: all - end > 50 and now - was <= lag),
    ("it lacks little, for too long", lambda end, all, was, now, lag: 0 < all - end <= 10 and now - was > lag),
    ("it has everything, and had nothing new for long", lambda end, all, was, now, lag: end == all and now - was > lag),
    (
        "it lacks something for exactly as long as is allowed",
        lambda end, all, was, now, lag: end < all and now - was == lag,
    ),
    ("it lacks something for a millisecond longer", lambda end, all, was, now, lag: end < all and now - was == lag + 1),
    ("it lacks something for a millisecond less", lambda end, all, was, now, lag: end < all and now - was == lag - 1),
    ("it caught up this moment", lambda end, all, was, now, lag: was == now),
    ("30 seconds are allowed", lambda end, all, was, now, lag: lag == LAG_MS),
    ("now is later than is allowed, and caught up later too", lambda end, all, was, now, lag: now > lag >= now - was),
    ("it is out of sync", late),
)
