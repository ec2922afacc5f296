#!/usr/bin/env bash
# Works on a run with GNU parallel: on this machine, or on others over ssh that
# see the folder under the same name.
#
#   tools/cluster/parallel.sh RUN              # here
#   tools/cluster/parallel.sh RUN host1 host2  # there
set -euo pipefail

run=$(realpath "${1:?which run? tools/cluster/parallel.sh RUN [HOST...]}")
shift
dlx=${DLX:-dlx}  # The program, on all machines.

logins=()
for host in "$@"; do logins+=(--sshlogin "1/$host"); done
((${#logins[@]} > 0)) || set -- here

# A worker for each machine, with all its processors. One that ends with an
# error is started again, three times: others go on in the meantime.
parallel -N0 "${logins[@]}" --jobs 1 --retries 3 --line-buffer \
  "$dlx" work "$run" --threads=0 ::: "$@"
"$dlx" status "$run"
