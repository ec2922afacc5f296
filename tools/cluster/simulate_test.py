#!/usr/bin/env python3
"""Simulates runs of which it is known how long they take.

  tools/cluster/simulate_test.py PATH_OF_SIMULATE
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

COLUMNS = ["workers", "hours", "efficiency", "tail", "in vain", "deaths",
           "splits", "files"]


class SimulateTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.run_folder = pathlib.Path(self.folder.name)
        (self.run_folder / "results").mkdir()
        (self.run_folder / "splits").mkdir()

    def tearDown(self):
        self.folder.cleanup()

    def unit(self, name, nodes, seconds, split_of=None):
        path = "units.txt" if split_of is None else f"splits/{split_of}.txt"
        with open(self.run_folder / path, "a", encoding="utf-8") as file:
            file.write(f"{name} {nodes} 1:{name} +7\n")
        (self.run_folder / "results" / f"{name}.json").write_text(
            json.dumps({"unit": name, "seconds": seconds}))

    def simulate(self, *flags):
        """The columns of each line; 0 overhead and no deaths, unless asked."""
        done = subprocess.run(
            [sys.executable, SIMULATE, self.run_folder, "--overhead=0",
             "--mtbf=inf", *flags],
            text=True, stdout=subprocess.PIPE, check=True)
        return [dict(zip(COLUMNS, map(float, line.split())))
                for line in done.stdout.splitlines()[2:]]

    def test_equal_units_take_their_time(self):
        for name in "0123":
            self.unit(name, 1000, 36)
        one, four, eight = self.simulate("--workers=1,4,8", "--units=400")
        self.assertEqual(one["hours"], 4)
        self.assertEqual(one["efficiency"], 1)
        self.assertEqual(four["hours"], 1)
        self.assertEqual(eight["hours"], 0.5)
        self.assertEqual(eight["tail"], 0)
        # Seven operations a unit.
        self.assertAlmostEqual(one["files"], 7 / 36, places=1)
        for line in (one, four, eight):
            self.assertEqual(line["splits"], 0)
            self.assertEqual(line["deaths"], 0)

    def test_units_are_scaled(self):
        self.unit("0", 10, 1)
        self.unit("1.3", 30, 3, split_of="1")
        (line,) = self.simulate("--workers=1", "--units=1000", "--mean=3.6")
        self.assertAlmostEqual(line["hours"], 1, delta=0.05)

    def test_large_units_come_first(self):
        self.unit("0", 1, 1)
        self.unit("1", 64, 64)
        # Else the end would often be a large unit that is begun last.
        (line,) = self.simulate("--workers=10", "--units=1000")
        self.assertLess(line["tail"], 0.02)

    def test_what_is_foreseen_to_be_long_is_split_at_once(self):
        for name in range(99):
            self.unit(str(name), 10, 1)
        self.unit("99", 2000, 200)
        (line,) = self.simulate("--workers=50", "--units=500", "--slice=100")
        self.assertGreater(line["splits"], 0)
        self.assertEqual(line["in vain"], 0)
        (never,) = self.simulate("--workers=50", "--units=500")
        self.assertEqual(never["splits"], 0)
        self.assertLess(line["hours"], never["hours"])

    def test_what_is_not_foreseen_costs_a_slice(self):
        for name in range(99):
            self.unit(str(name), 10, 1)
        self.unit("99", 10, 200)
        (line,) = self.simulate("--workers=10", "--units=500", "--slice=100")
        self.assertGreater(line["splits"], 0)
        self.assertGreater(line["in vain"], 0)
        self.assertLess(line["in vain"], 1)

    def test_the_dead_are_replaced(self):
        for name in range(10):
            self.unit(str(name), 10, 50)
        (line,) = self.simulate("--workers=10", "--units=1000", "--mtbf=1000")
        self.assertGreater(line["deaths"], 10)
        self.assertGreater(line["in vain"], 0.01)
        self.assertLess(line["efficiency"], 0.9)

    def test_a_run_without_results_is_refused(self):
        (self.run_folder / "units.txt").write_text("end 0\n")
        done = subprocess.run([sys.executable, SIMULATE, self.run_folder],
                              text=True, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("there are no results in", done.stderr)


if __name__ == "__main__":
    SIMULATE = sys.argv.pop(1)
    unittest.main()
