"""The lens partitioner: the arithmetic of each record, which keeps its row."""

from tests.scene.lenses.test_lenses import film, texts


def test_the_partitioner_shows_the_hash_of_a_key_with_its_numbers() -> None:
    frames = film("partitioner").tracks["partitioner"].frames
    said = texts(frames[-1])
    assert "murmur2(key) = -303409433" in said and "& 0x7fffffff mod 3 → p0" in said and "9 !" in said


def test_a_record_keeps_its_row_in_the_partitioner() -> None:
    places: dict[str, set[tuple[float, float]]] = {}
    for frame in film("partitioner").tracks["partitioner"].frames:
        for name, mark in frame.marks.items():
            if name.startswith("sent:") and mark["k"] == "g" and f"{name}/box" in frame.marks:
                places.setdefault(name, set()).add((mark["x"], mark["y"]))
    assert len(places) == 12 and all(len(seen) == 1 for seen in places.values())
