#!/bin/bash
# A check as an array of SLURM: one task per shard, then a merge.
#
#   bash slurm.sh 8 'frames/*.ply' --clearance 0.001    # submits; --dry-run first prints what it would
#
# The folder is on storage that all nodes see. Options about what is checked follow the files;
# those about the result (--json, --report, --baseline) stand in GRAZE_MERGE.
set -euo pipefail

GRAZE=${GRAZE:-npx graze}
MERGE=${GRAZE_MERGE:---json clashes.json --report report.html}
OUT=${GRAZE_OUT:-blobs}

if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
  # A task of the array: its share of the steps.
  exec $GRAZE check "$@" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --blob "$OUT/$SLURM_ARRAY_TASK_ID.blob" --threads "${SLURM_CPUS_PER_TASK:-1}"
fi

run=
if [ "${1:-}" = --dry-run ]; then
  run=echo
  shift
fi
count=$1
shift
array=$($run sbatch --parsable --job-name=graze --array="1-$count" --cpus-per-task="${CPUS:-4}" "$0" "$@")
if [ -n "$run" ]; then
  echo "$array"
  array=ARRAY
fi
# Exit status 1 of the merge says that something clashes.
$run sbatch --job-name=graze-merge --dependency="afterok:$array" --wrap="$GRAZE merge $OUT/*.blob $MERGE"
