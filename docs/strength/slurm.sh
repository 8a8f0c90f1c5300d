#!/bin/bash
# A run of games as a job array: sbatch slurm.sh [FOLDER] [OPTION of `omnisweep simulate`]...
# A job that is stopped or requeued goes on where it was, and loses ten seconds at most; the same command again plays
# what is missing. The number of shares is that of the array.
#SBATCH --job-name=omnisweep
#SBATCH --array=0-63
#SBATCH --cpus-per-task=4
#SBATCH --mem=1G
#SBATCH --requeue
#SBATCH --signal=TERM@30
#SBATCH --output=omnisweep-%A-%a.txt
set -euo pipefail

folder=${1:-shares}
shift || true
[[ $# -gt 0 ]] || set -- --level expert --games 1000000 --seed 1
mkdir -p "$folder"
# In place of the shell, so that it is the program that hears of its end.
exec omnisweep simulate "$@" --threads "${SLURM_CPUS_PER_TASK:-1}" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --resume "$folder/$SLURM_ARRAY_TASK_ID.json"
