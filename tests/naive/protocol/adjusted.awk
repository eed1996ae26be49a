# SPDX-License-Identifier: GPL-3.0-or-later
# The user model adjusted, in which each batch comes after its recorded think
# time or inter-arrival time, for
#   swf-simulate --feedback-command

NR == 1 {
    if ($1 != "swfkit-user-model" || $2 != 1) {
        print "adjusted.awk: not a user model of version 1: " $0 | "cat >&2"
        exit 1
    }
    print "ok 1"
    fflush()
}

# A response time of -1 tells that the batch only follows the one before.
$1 == "available" {
    delay = $5 == -1 ? $7 : $6
    printf "submit %.6f\n", $2 + delay
    fflush()
}
