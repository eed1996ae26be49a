# SPDX-License-Identifier: GPL-3.0-or-later
# EASY backfilling: a scheduler for swf-simulate --scheduler-command. With the argument shortest=1,
# EASY with shortest-job backfilling.
#
# queue[1..waiting]  the IDs of the jobs that wait, in the order of arrival
# size, span         of a job, by ID: processors, predicted run time
# finish             of the running jobs, by ID: expected end

NR == 1 {
    if ($1 != "swfkit-scheduler" || $2 != 1) {
        print "easy.awk: not a scheduler of version 1: " $0 | "cat >&2"
        exit 1
    }
    print "ok 1" (shortest ? " passes-at-arrivals" : "")
    fflush()
}

$1 == "arrive" {
    queue[++waiting] = $3
    size[$3] = $4 + 0
    span[$3] = $6 + 0
}

$1 == "expect" { finish[$3] = $4 + 0 }

$1 == "expire" { delete finish[$3] }

$1 == "end" {
    delete finish[$3]
    delete size[$3]
    delete span[$3]
}

$1 == "pass" {
    now = $2 + 0
    free = $3 + 0
    while (waiting > 0 && size[queue[1]] <= free)
        start(1)
    if (waiting > 1 && free > 0) {
        reserve(size[queue[1]])
        while (place = next_to_start())
            start(place)
    }
    print "done"
    fflush()
}

# The place of the job that starts next behind the head, or 0: the first that may start, or the
# shortest of these, of equal ones the first. Free and extra processors only get fewer during a
# pass, so that a job that may not start now may not do so later in it.
function next_to_start(    place, id, best) {
    best = 0
    for (place = 2; place <= waiting && (shortest || !best); place++) {
        id = queue[place]
        if (size[id] <= free && (now + span[id] <= shadow || size[id] <= extra) &&
            (!best || span[id] < span[queue[best]]))
            best = place
    }
    if (best && now + span[queue[best]] > shadow)
        extra -= size[queue[best]]
    return best
}

# Starts the job at a place of the queue and takes it out.
function start(place,    id) {
    id = queue[place]
    free -= size[id]
    finish[id] = now + span[id]
    print "start", id
    for (; place < waiting; place++)
        queue[place] = queue[place + 1]
    waiting--
}

# Sets the shadow time, the earliest at which the head fits, and the extra processors, those free
# then beyond what the head needs.
function reserve(need,    id, found, available) {
    available = free
    while (available < need) {
        found = 0
        for (id in finish)
            if ((available == free || finish[id] > shadow) &&
                (!found || finish[id] < next_end)) {
                found = 1
                next_end = finish[id]
            }
        for (id in finish)
            if (finish[id] == next_end)
                available += size[id]
        shadow = next_end
    }
    extra = available - need
}
