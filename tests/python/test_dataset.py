# SPDX-License-Identifier: MIT
"""Reading many records: the data set of the tree, and the same as archives."""

import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

import kufsa

SAMPLE = Path(__file__).parents[2] / "examples/records"


class Dataset(unittest.TestCase):
    def test_sample(self) -> None:
        found = list(kufsa.records(SAMPLE))
        self.assertEqual(len(found), len(list(SAMPLE.glob("*.kufsa"))))
        games = [record.position(0).game for record in found]
        for game in kufsa.games():
            self.assertGreaterEqual(games.count(game), 2)
        for record in found:
            self.assertEqual(sorted(record.players), ["casual", "club"])
            self.assertEqual(record.ending, "rules")
            played = list(record)
            self.assertEqual(len(played), len(record))
            position, seat, move = played[len(played) // 2]
            self.assertIn(move, position.legal(seat))

    def test_archives(self) -> None:
        texts = [record.text for record in kufsa.records(SAMPLE)]
        with tempfile.TemporaryDirectory() as folder:
            packed, zipped = Path(folder) / "a.tar.xz", Path(folder) / "a.zip"
            with tarfile.open(packed, "w:xz") as archive:
                archive.add(SAMPLE, "records")
            with zipfile.ZipFile(zipped, "w") as archive:
                for file in SAMPLE.iterdir():
                    archive.write(file, f"records/{file.name}")
            for path in (packed, zipped):
                self.assertEqual([record.text for record in kufsa.records(path)], texts)

    def test_one_and_broken(self) -> None:
        one = sorted(SAMPLE.glob("*.kufsa"))[0]
        self.assertEqual(next(kufsa.records(one)).text, one.read_text())
        with tempfile.TemporaryDirectory() as folder:
            broken = Path(folder) / "x.kufsa"
            broken.write_text(one.read_text().replace("\n0 ", "\n1 ", 1))
            with self.assertRaisesRegex(kufsa.Refused, r"x\.kufsa: line \d+"):
                list(kufsa.records(folder))
        with self.assertRaises(FileNotFoundError):
            list(kufsa.records("nowhere"))


if __name__ == "__main__":
    unittest.main()
