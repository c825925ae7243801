#!/bin/sh
# Counts many sessions on all cores: a summary for each part, then the sum of all.
#
#     parallel.sh PAGE FOLDER [OPTION...]
#
# Each part writes a file of its own: long lines of several writers would be torn in one pipe. The options are those of
# `adview tune --merge`, such as --json or --try 600/200; those of the parts, such as --step or --latency, stand in the
# variable PART_OPTIONS, and PART is the number of sessions of a part.
set -eu
page=$1
folder=$2
shift 2
sums=$(mktemp -d)
trap 'rm -rf "$sums"' EXIT
find "$folder" '(' -name '*.jsonl' -o -name '*.jsonl.gz' ')' -print0 | sort -z |
  xargs -0 -P "$(nproc)" -n "${PART:-500}" sh -c '
    page=$1 sums=$2
    shift 2
    exec adview tune "$page" "$@" ${PART_OPTIONS-} --force --summary "$(mktemp "$sums/XXXXXX.json")"' _ "$page" "$sums"
adview tune --merge "$sums"/*.json "$@"
