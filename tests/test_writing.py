"""A file is there whole, or as it was before."""

import errno

import pytest

from onesided.writing import written_at_once


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(errno.ENOSPC, "No space left"), ValueError("x")])
def test_whatever_stops_the_writing_the_old_file_survives(tmp_path, error):
    path = tmp_path / "result"
    path.write_bytes(b"old")

    def stopped():
        with written_at_once(path) as file:
            file.write(b"half")
            raise error

    with pytest.raises(type(error)):
        stopped()
    assert [(entry.name, entry.read_bytes()) for entry in tmp_path.iterdir()] == [("result", b"old")]


def test_a_complete_file_replaces_the_old_one_and_others_may_read_it(tmp_path):
    path = tmp_path / "result"
    path.write_bytes(b"old")
    with written_at_once(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["result"]
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    assert path.stat().st_mode == plain.stat().st_mode
