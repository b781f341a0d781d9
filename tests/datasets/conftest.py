"""Tiny archives in the form of the real ones, so that the parsers are tested on every machine."""

import gzip
import io
import os
import tarfile
from pathlib import Path

import pytest


@pytest.fixture
def data_folder(tmp_path, monkeypatch) -> Path:
    """An empty data folder and an empty cache folder beside it; no loader sees the real ones."""
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("ONESIDED_DATA", str(folder))
    monkeypatch.setenv("ONESIDED_CACHE", str(tmp_path / "cache"))
    return folder


@pytest.fixture
def put(data_folder):
    """put(path, {member: text}) writes an archive into the data folder; put(path, text) a gzipped text."""

    def write(path: str, content) -> Path:
        target = data_folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            target.write_bytes(gzip.compress(content.encode("latin-1")))
            return target
        with tarfile.open(target, "w:xz" if path.endswith("xz") else "w:gz") as archive:
            for name, text in content.items():
                data = text if isinstance(text, bytes) else text.encode("latin-1")
                member = tarfile.TarInfo(name)
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
        return target

    return write


@pytest.fixture
def real_data() -> None:
    if not os.environ.get("ONESIDED_DATA"):
        pytest.skip("needs the data files: put them in a folder (see docs of onesided.datasets) and set ONESIDED_DATA")
