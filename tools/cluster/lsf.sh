#!/usr/bin/env bash
# Works on a run as an array job of LSF:
#
#   bsub -env "all,RUN=/shared/RUN" < tools/cluster/lsf.sh
#
# Each task of the array is a worker with the processors of one machine. It ends by
# itself before its time is over; LSF queues again what ends with 75 (-Q), that is, as
# long as there is more to do, and what is lost with its machine (-r).
#
#BSUB -J dlx[1-16]
#BSUB -n 8
#BSUB -R span[hosts=1]
#BSUB -R rusage[mem=4GB]
#BSUB -W 4:00
#BSUB -Q 75
#BSUB -r
#BSUB -o dlx-%J-%I.out
set -uo pipefail

run=${RUN:?which run? bsub -env "all,RUN=/shared/RUN" < tools/cluster/lsf.sh}
dlx=${DLX:-dlx}  # The program, on all machines: -env "all,RUN=...,DLX=/shared/dlx"

exec "$dlx" work "$run" --threads="${LSB_DJOB_NUMPROC:-1}" --timeout=3h50m
