#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# First come, first served: a scheduler for
#   swf-simulate --scheduler-command
# The queue is a string of ID:SIZE words, each with a blank behind it.

read -r kind version _
if [ "$kind $version" != "swfkit-scheduler 1" ]; then
    echo "fcfs.sh: not a scheduler of version 1: $kind $version" >&2
    exit 1
fi
echo "ok 1"

queue=
while read -r event _ third fourth _; do
    case $event in
    arrive)
        queue="$queue$third:$fourth " ;;
    pass)
        free=$third
        while [ -n "$queue" ]; do
            head=${queue%% *}
            size=${head#*:}
            [ "$size" -le "$free" ] || break
            free=$((free - size))
            queue=${queue#* }
            echo "start ${head%:*}"
        done
        echo "done" ;;
    esac
done
