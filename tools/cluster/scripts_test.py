#!/usr/bin/env python3
"""What the scripts for queueing systems do with a worker: which one they start, and with
which exit code the system hears how it ended. A program that writes down its arguments
takes the place of dlx."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(sys.argv.pop()).parent
RUN = "/shared/RUN"

WORKER = """#!/bin/sh
echo "$*"
exit {code}
"""


def ran(script, code, arguments=(), **variables):
    """The command line of the worker, and the exit code of the script."""
    with tempfile.TemporaryDirectory() as folder:
        worker = pathlib.Path(folder) / "dlx"
        worker.write_text(WORKER.format(code=code))
        worker.chmod(0o755)
        done = subprocess.run(
            ["bash", FOLDER / script, *arguments],
            env={"PATH": os.environ["PATH"], "DLX": str(worker), **variables},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        return done.stdout.strip(), done.returncode


class ScriptsTest(unittest.TestCase):
    WORK = f"work {RUN} --threads=8 --timeout=3h50m"

    def test_pbs(self):
        for code, told in ((0, 0), (75, 0), (65, 65)):
            done = ran("pbs.sh", code, RUN=RUN, NCPUS="8")
            self.assertEqual(done, (self.WORK, told))

    def test_grid_engine_queues_again_with_99(self):
        for code, told in ((0, 0), (75, 99), (65, 65)):
            done = ran("sge.sh", code, [RUN], NSLOTS="8")
            self.assertEqual(done, (self.WORK, told))

    def test_lsf_queues_again_with_75(self):
        self.assertIn("\n#BSUB -Q 75\n", (FOLDER / "lsf.sh").read_text())
        for code in (0, 75, 65):
            done = ran("lsf.sh", code, RUN=RUN, LSB_DJOB_NUMPROC="8")
            self.assertEqual(done, (self.WORK, code))

    def test_slurm(self):
        for code in (0, 65):
            done = ran("slurm.sh", code, [RUN], SLURM_CPUS_PER_TASK="8")
            self.assertEqual(done, (f"work {RUN} --threads=8", code))

    def test_a_run_must_be_named(self):
        for script in ("pbs.sh", "sge.sh", "lsf.sh", "slurm.sh"):
            output, code = ran(script, 0)
            self.assertEqual(output, "")
            self.assertNotEqual(code, 0)

    def test_memory_is_asked_for(self):
        for script in ("pbs.sh", "sge.sh", "lsf.sh", "slurm.sh"):
            head = (FOLDER / script).read_text().partition("\nset -")[0]
            self.assertRegex(head, r"\n#\S* .*mem\S*=\d")

    def test_the_readme_names_all(self):
        readme = (FOLDER / "README.md").read_text()
        for script in FOLDER.glob("*.sh"):
            self.assertIn(f"]({script.name})", readme)


unittest.main()
