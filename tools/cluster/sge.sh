#!/usr/bin/env bash
# Works on a run as an array job of Grid Engine: qsub tools/cluster/sge.sh /shared/RUN
#
# Each task of the array is a worker with the processors of one machine. It ends by
# itself before its time is over, and is queued again; so is one that is lost with its
# machine (-r y). The name of the parallel environment, here smp, differs from place to
# place: qconf -spl. h_vmem is for each processor, and not for each task.
#
#$ -N dlx
#$ -t 1-16
#$ -pe smp 8
#$ -l h_rt=04:00:00
#$ -l h_vmem=512M
#$ -r y
#$ -cwd
#$ -V
set -uo pipefail

run=${1:?which run? qsub tools/cluster/sge.sh /shared/RUN}
dlx=${DLX:-dlx}  # The program, on all machines.

"$dlx" work "$run" --threads="${NSLOTS:-1}" --timeout=3h50m
code=$?
# 75: the time is over, and there is more to do. 99 has Grid Engine queue the task again.
((code == 75)) && code=99
exit "$code"
