#!/usr/bin/env bash
# Works on a run as an array job of PBS (OpenPBS, PBS Professional):
#
#   qsub -v RUN=/shared/RUN tools/cluster/pbs.sh
#
# Each task of the array is a worker with the processors of one machine. It ends by
# itself before its time is over; a task that is lost with its machine is queued again
# (-r y). PBS does not queue again what ended: the next array waits for this one with
#
#   qsub -v RUN=/shared/RUN -W depend=afterany:ID tools/cluster/pbs.sh
#
# Torque has "-t 1-16" in place of -J, and "nodes=1:ppn=8,mem=4gb" in place of select.
#
#PBS -N dlx
#PBS -J 1-16
#PBS -l select=1:ncpus=8:mem=4gb
#PBS -l walltime=04:00:00
#PBS -r y
set -uo pipefail

run=${RUN:?which run? qsub -v RUN=/shared/RUN tools/cluster/pbs.sh}
dlx=${DLX:-dlx}  # The program, on all machines: -v RUN=...,DLX=/shared/dlx

"$dlx" work "$run" --threads="${NCPUS:-1}" --timeout=3h50m
code=$?
# 75: the time is over, and there is more to do. That is no failure.
((code == 75)) && code=0
exit "$code"
