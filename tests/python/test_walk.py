# SPDX-License-Identifier: MIT
"""The code of docs/python.md does what the page says, and the examples in docstrings hold."""

import doctest
import re
import unittest
from pathlib import Path

import kufsa
import kufsa.position

PAGE = Path(__file__).parents[2] / "docs/python.md"


class Walk(unittest.TestCase):
    def test_agent_beats_gentle(self) -> None:
        names: dict = {}
        for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S):
            exec(compile(block, str(PAGE), "exec"), names)
        self.assertGreater(names["won"], 0.6 * names["played"])

    def test_docstrings(self) -> None:
        for module in (kufsa, kufsa.position):
            failed, tried = doctest.testmod(module)
            self.assertEqual(failed, 0)
            self.assertGreater(tried, 0)


if __name__ == "__main__":
    unittest.main()
