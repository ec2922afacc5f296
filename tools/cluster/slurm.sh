#!/usr/bin/env bash
# Works on a run as an array job of Slurm: sbatch tools/cluster/slurm.sh RUN
#
# Each task of the array is a worker with the processors of one machine. Tasks
# that Slurm ends at their time limit, or loses with their machine, are queued
# again and go on where the folder stands.
#
#SBATCH --job-name=dlx
#SBATCH --array=1-16
#SBATCH --cpus-per-task=8
#SBATCH --mem=4G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --signal=B:TERM@120
set -uo pipefail

run=${1:?which run? sbatch tools/cluster/slurm.sh RUN}
dlx=${DLX:-dlx}  # The program, on all machines.

# Slurm warns two minutes before it ends the task: then units are given back.
"$dlx" work "$run" --threads="${SLURM_CPUS_PER_TASK:-1}" &
worker=$!
trap 'kill -TERM "$worker" 2>/dev/null' TERM
wait "$worker"
code=$?
# An arriving signal ends the first wait early.
if kill -0 "$worker" 2>/dev/null; then
  wait "$worker"
  code=$?
fi

# 75: a limit; 143: the time is over. There is more to do.
if ((code == 75 || code == 143)); then
  scontrol requeue "${SLURM_JOB_ID:?}"
fi
exit "$code"
