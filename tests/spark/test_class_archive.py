"""The archive of Spark's classes is a help that may be missing."""

from kafkaviz.spark import JavaNotFoundError
from tests.spark import class_archive


def test_without_java_nothing_is_written_and_one_sentence_says_so(monkeypatch, tmp_path, capsys):
    def find_java():
        raise JavaNotFoundError("There is no Java.")

    monkeypatch.setattr(class_archive, "find_java", find_java)
    class_archive.write(tmp_path / "build" / "spark.jsa")
    assert capsys.readouterr().out == "There is no Java.\n" and not list(tmp_path.iterdir())
