# SPDX-License-Identifier: GPL-3.0-or-later
# The prediction recent:2, the mean of the run times of the user's last two
# jobs that have ended, rounded down, for
#   swf-simulate --predict-command
#
# user               of a job that has not ended, by ID
# last, before_last  by user: run times of the last two jobs that ended
# ended              by user: how many jobs have ended

NR == 1 {
    if ($1 != "swfkit-prediction" || $2 != 1) {
        print "recent.awk: not a prediction of version 1: " $0 | "cat >&2"
        exit 1
    }
    print "ok 1"
    fflush()
}

$1 == "arrive" {
    user[$3] = $7
    prediction = $5
    if ($7 >= 0 && ended[$7] >= 2) {
        mean = sprintf("%.0f", int((last[$7] + before_last[$7]) / 2))
        if (mean + 0 < $5 + 0)
            prediction = mean
    }
    print "predict", prediction
    fflush()
}

$1 == "end" {
    whose = user[$3]
    delete user[$3]
    before_last[whose] = last[whose]
    last[whose] = $4
    ended[whose]++
}
