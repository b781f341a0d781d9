import hashlib
import io
import re
from http.client import IncompleteRead
from pathlib import Path

import numpy as np
import pytest

from onesided.datasets import _files
from onesided.datasets._archives import members
from onesided.datasets._cache import cached, pack, unpack
from onesided.datasets._files import cache_folder, find_file
from onesided.datasets._sources import SOURCES, Source
from onesided.exceptions import InputError


def test_a_missing_file_is_named_with_the_place_and_the_remedy(data_folder):
    with pytest.raises(InputError) as caught:
        find_file("webkb")
    message = str(caught.value)
    assert str(data_folder / "webkb" / "webkb-data.tar.gz") in message
    assert "ONESIDED_DATA" in message
    assert "cs.cmu.edu" in message
    assert "\n" not in message


def test_the_users_folder_comes_before_the_cache(data_folder, put):
    in_cache = cache_folder() / SOURCES["webkb"].path
    in_cache.parent.mkdir(parents=True)
    in_cache.write_bytes(b"x")
    assert find_file("webkb") == in_cache
    mine = put(SOURCES["webkb"].path, "mine")
    assert find_file("webkb") == mine


def test_the_official_name_is_found_too(data_folder):
    official = data_folder / "uci-adult" / "adult.data"
    official.parent.mkdir()
    official.write_text("x")
    assert find_file("adult-train") == official


def test_cache_folder_follows_the_environment(monkeypatch):
    monkeypatch.delenv("ONESIDED_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/onesided")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path("~/.cache/onesided").expanduser()
    monkeypatch.setenv("ONESIDED_CACHE", "/own")
    assert cache_folder() == Path("/own")


@pytest.fixture
def official(data_folder, tmp_path, monkeypatch):
    """A source whose official address is a file on this machine."""
    content = b"a,b\n" * 1000
    page = tmp_path / "official.data"
    page.write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    monkeypatch.setitem(SOURCES, "toy", Source("toy/official.data", "", page.as_uri(), digest, "home"))
    return page


def test_a_download_is_checked_kept_and_reported(official):
    seen = []
    path = find_file("toy", progress=lambda done, total: seen.append((done, total)))
    assert path == cache_folder() / "toy" / "official.data"
    assert path.read_bytes() == official.read_bytes()
    assert seen[-1] == (4000, 4000)
    official.unlink()
    assert find_file("toy") == path


def test_a_changed_download_is_refused_and_nothing_is_kept(official):
    official.write_bytes(b"changed")
    with pytest.raises(InputError, match="sha256"):
        find_file("toy")
    assert list((cache_folder() / "toy").iterdir()) == []


def test_no_network_is_one_clear_line(official):
    official.unlink()
    with pytest.raises(InputError, match="set ONESIDED_DATA"):
        find_file("toy")


def test_a_broken_connection_is_one_clear_line_and_leaves_nothing(official, monkeypatch):
    class Broken(io.BytesIO):
        headers: dict[str, str] = {}  # noqa: RUF012

        def read(self, size=-1):
            raise IncompleteRead(b"", 10)

    monkeypatch.setattr(_files.urllib.request, "urlopen", lambda *_, **__: Broken())
    with pytest.raises(InputError, match="cannot be read"):
        find_file("toy")
    assert list((cache_folder() / "toy").iterdir()) == []


@pytest.fixture
def counted(data_folder):
    """A cached job that counts how often it really runs."""
    source = data_folder / "source"
    source.write_bytes(b"1")
    runs = []

    def run(version=1):
        def build():
            runs.append(version)
            return {"values": np.arange(1000)}

        assert np.array_equal(cached("job", version, [source], build)["values"], np.arange(1000))
        return len(runs)

    return source, run


def test_the_second_time_comes_from_the_cache(counted):
    _, run = counted
    assert [run(), run()] == [1, 1]


def test_a_new_parser_or_a_new_source_is_parsed_again(counted):
    source, run = counted
    assert [run(1), run(2), run(2)] == [1, 2, 2]
    assert len(list((cache_folder() / "parsed").iterdir())) == 1  # the old version is gone
    source.write_bytes(b"2")
    assert run(2) == 3


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "other"])
def test_a_damaged_cache_is_built_again(counted, damage):
    _, run = counted
    run()
    (path,) = (cache_folder() / "parsed").iterdir()
    data = bytearray(path.read_bytes())
    if damage == "flipped":
        data[len(data) // 2] ^= 0xFF
    path.write_bytes({"empty": b"", "cut": data[: len(data) // 2], "flipped": data, "other": b"hello" * 50}[damage])
    assert run() == 2
    assert run() == 2


def test_a_cache_that_cannot_be_written_is_done_without(counted, monkeypatch, tmp_path):
    _, run = counted
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("ONESIDED_CACHE", str(tmp_path / "file"))
    assert [run(), run()] == [1, 2]


def test_strings_survive_packing():
    strings = ["", "a", "é\0\r\n", "\ud800", "漢字" * 50]
    assert unpack(*pack(strings)) == strings


def test_damaged_archives_are_named(put):
    path = put("a.tar.gz", {"a/b": "text" * 1000})
    data = path.read_bytes()
    for broken in (b"", b"no archive at all" * 100, data[: len(data) // 2]):
        path.write_bytes(broken)
        with pytest.raises(InputError, match=re.escape(str(path))):
            list(members(path))
