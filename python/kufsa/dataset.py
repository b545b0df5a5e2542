# SPDX-License-Identifier: MIT
"""Many records: a folder, or an archive of one, as ``kufsa arena --records`` makes it."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path
from typing import Iterator

from . import _library as k
from .position import Record

ENDING = ".kufsa"


def _texts(path: Path) -> Iterator[tuple[str, bytes]]:
    """Each record's name and bytes, in the order of names."""
    if path.is_dir():
        for file in sorted(path.rglob(f"*{ENDING}")):
            yield str(file), file.read_bytes()
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                if name.endswith(ENDING):
                    yield name, archive.read(name)
    elif tarfile.is_tarfile(path):
        with tarfile.open(path) as archive:
            for member in sorted(archive.getmembers(), key=lambda member: member.name):
                data = archive.extractfile(member) if member.isfile() else None
                if data is not None and member.name.endswith(ENDING):
                    yield member.name, data.read()
    else:
        yield str(path), path.read_bytes()


def records(path: str | Path) -> Iterator[Record]:
    """The records of a folder, a zip or tar archive, or of one file.

    Each is replayed as it is read: one that is not a game by the rules raises Refused, which says
    the file and the line.
    """
    for name, data in _texts(Path(path)):
        try:
            record = Record.read(data)
        except k.Refused as refused:
            raise type(refused)(refused.reason, f"{name}: {refused.where}") from None
        yield record
