# SPDX-License-Identifier: GPL-3.0-or-later
# naive-metrics.awk - the columns of swf-metrics --format csv, from swf-metrics(1) alone
#
# usage: awk [-v tau=SECONDS] [-v window=submit|completion] [-v warmup=AMOUNT]
#            [-v cooldown=AMOUNT] [-v until=DURATION] [-v size=requested|allocated]
#            [-v by=LIST] [-v class_limits=LIST] [-v size_limits=LIST]
#            -f naive-metrics.awk LOG
#
# LIST is class, size, class,size or one of group, queue and partition before these.
#
# A second opinion: everything is computed in the plainest way the definitions allow, from whole
# arrays, so that it is easy to hold against the man page. LOG is not compressed. The exit status
# is 1, without any output, for a bad line and when no job is left, and 2 where a run time and tau
# are both 0, which leaves the bounded slowdown undefined.
#
# POSIX awk only, and no regular expression intervals, which some versions of mawk lack.

BEGIN {
    if (tau == "")
        tau = 10
    if (window == "")
        window = "submit"
    if (size == "")
        size = "requested"
    if (warmup == "")
        warmup = "0"
    if (cooldown == "")
        cooldown = "0"
    # Large numbers serve as subscripts, and must not be rounded to six digits there.
    CONVFMT = "%.17g"
    WEEK = 7 * 86400
    ran = not_run = abandoned = users_left = 0
    bad = 0
}

{ sub(/\r$/, "") }

/^[ \t]*;/ {
    if ($0 ~ /^[ \t]*;[ \t]*MaxProcs:/)
        max_procs = header_number($0)
    else if ($0 ~ /^[ \t]*;[ \t]*MaxNodes:/)
        max_nodes = header_number($0)
    next
}

/^[ \t]*$/ { next }

NF != 18 || !/^[-+0-9.eE \t]+$/ {
    print FILENAME ":" FNR ": bad line" > "/dev/stderr"
    bad = 1
    exit 1
}

# Partial executions: the summary line stands for the job.
$11 == 2 || $11 == 3 || $11 == 4 { next }

{
    first_choice = (size == "allocated") ? $5 : $8
    second_choice = (size == "allocated") ? $8 : $5
    procs_of_job = (first_choice > 0) ? first_choice + 0 : second_choice + 0
    if ($3 < 0 || $4 < 0 || procs_of_job <= 0) {
        not_run++
        if ($11 == 5 && $4 >= 0 && procs_of_job > 0) {
            abandoned++
            # -1 is no user but an unknown one.
            if ($12 >= 0 && !(($12 + 0) in left)) {
                left[$12 + 0] = 1
                users_left++
            }
        }
        next
    }
    ran++
    submit[ran] = $2 + 0
    wait[ran] = $3 + 0
    run[ran] = $4 + 0
    start[ran] = submit[ran] + wait[ran]
    end[ran] = start[ran] + run[ran]
    procs[ran] = procs_of_job
    user[ran] = $12 + 0
    number[ran] = (by ~ /group/) ? $13 + 0 : (by ~ /queue/) ? $15 + 0 : (by ~ /partition/) ? $16 + 0 : 0
}

END {
    if (bad)
        exit 1
    keep_jobs()
    if (kept == 0)
        exit 1

    find_window()
    if (by == "") {
        for (i = 1; i <= ran; i++)
            member[i] = 1
        first_member = submit[by_submit[1]]
        last_member = submit[by_submit[ran]]
        print_row("")
        exit
    }
    for (i = 1; i <= kept; i++)
        is_kept[keep[i]] = 1
    split_limits()
    list_numbers()
    for (g = 1; g <= numbers; g++)
        for (c = 1; c <= classes; c++)
            for (z = 1; z <= sizes; z++) {
                choose(listed[order_of_numbers[g]], c, z)
                if (kept > 0)
                    print_row((by ~ /group|queue|partition/ ? listed[order_of_numbers[g]] "," : "") \
                        (by ~ /class/ ? class_name[c] "," : "") (by ~ /size/ ? size_name[z] "," : ""))
            }
}

# The different numbers that jobs are grouped by, and their order.
function list_numbers(    i, seen) {
    numbers = 0
    for (i = 1; i <= ran; i++)
        if (!(number[i] in seen)) {
            seen[number[i]] = 1
            listed[++numbers] = number[i]
        }
    sort_by(listed, order_of_numbers, numbers)
}

function print_row(groups) {
    split("", figure)
    job_figures()
    window_figures()
    saturation_figures()
    session_figures()
    if (by == "")
        whole_log()
    print_csv(groups)
}

# What is the same for all groups.
function find_window(    i, last) {
    window_from = submit[keep[1]]
    last = end[keep[1]]
    for (i = 1; i <= kept; i++)
        last = most(last, end[keep[i]])
    window_to = (window == "completion") ? last : submit[keep[kept]]
    if (until != "") {
        horizon = submit[by_submit[1]] + seconds_in(until)
        window_to = horizon
    }
}

# The lower ends of the classes of run times and of sizes, and their names; the first ends have
# none below.
function split_limits(    i, n, item) {
    classes = sizes = 1
    if (by ~ /class/) {
        n = split(class_limits == "" ? "1m,10m" : class_limits, item, ",")
        classes = n + 1
        for (i = 1; i <= n; i++) {
            class_end[i] = seconds_in(item[i])
            class_name[i] = "to-" item[i]
        }
        class_name[n + 1] = "over-" item[n]
        if (class_limits == "")
            split("short medium long", class_name, " ")
    }
    if (by ~ /size/) {
        n = split(size_limits == "" ? "1,8,32" : size_limits, item, ",")
        sizes = n + 1
        for (i = 1; i <= n; i++) {
            size_end[i] = item[i] + 0
            size_name[i] = "to-" item[i]
        }
        size_name[n + 1] = "over-" item[n]
    }
}

# Whether a value lies in class i of n, whose ends are given.
function within(value, i, n, ends) {
    return (i == 1 || value > ends[i - 1]) && (i == n || value <= ends[i])
}

# The jobs of a group alone wait and run then, and those of them are kept that are not left out.
function choose(group, c, z,    i, job) {
    kept = 0
    split("", member)
    first_member = ""
    for (i = 1; i <= ran; i++) {
        job = by_submit[i]
        if (number[job] != group || !within(run[job], c, classes, class_end) || \
                !within(procs[job], z, sizes, size_end))
            continue
        if (job in is_kept)
            keep[++kept] = job
        member[job] = 1
        if (first_member == "")
            first_member = submit[job]
        last_member = submit[job]
    }
}

# The number after the label of a header comment; 0 stands for none.
function header_number(line) {
    sub(/^[^:]*:/, "", line)
    return line + 0
}

# Sort 1..n by key[]: order[i] is the index of the i-th least key, and equal keys stay in the order
# of their indices (a merge sort, bottom up).
function sort_by(key, order, n,    width, low, mid, high, i, j, k, other) {
    for (i = 1; i <= n; i++)
        order[i] = i
    for (width = 1; width < n; width *= 2) {
        for (low = 1; low <= n; low += 2 * width) {
            mid = least(low + width, n + 1)
            high = least(low + 2 * width, n + 1)
            i = low
            j = mid
            for (k = low; k < high; k++) {
                if (j >= high || (i < mid && key[order[i]] <= key[order[j]]))
                    other[k] = order[i++]
                else
                    other[k] = order[j++]
            }
        }
        for (i = 1; i <= n; i++)
            order[i] = other[i]
    }
}

function least(a, b) {
    return a < b ? a : b
}

function most(a, b) {
    return a > b ? a : b
}

# Whether an amount is a duration; the letter is its unit.
function is_duration(amount) {
    return amount ~ /[smhdw]$/
}

function seconds_in(amount,    unit) {
    unit = substr(amount, length(amount))
    if (unit == "m")
        return 60 * amount
    if (unit == "h")
        return 3600 * amount
    if (unit == "d")
        return 86400 * amount
    if (unit == "w")
        return 604800 * amount
    return amount + 0
}

# The number of jobs in an amount that is a number or a share of n jobs.
function jobs_in(amount, n) {
    if (amount ~ /%$/)
        return int(n * amount / 100)
    return amount + 0
}

# by_submit[] gets the jobs in submit order; keep[1..kept] those between warm-up and cool-down.
function keep_jobs(    i, job, first, last, leave) {
    sort_by(submit, by_submit, ran)
    first = submit[by_submit[1]]
    last = submit[by_submit[ran]]
    kept = 0
    for (i = 1; i <= ran; i++) {
        job = by_submit[i]
        if (is_duration(warmup))
            leave = submit[job] - first < seconds_in(warmup)
        else
            leave = i <= jobs_in(warmup, ran)
        if (is_duration(cooldown))
            leave = leave || last - submit[job] < seconds_in(cooldown)
        else
            leave = leave || i > ran - jobs_in(cooldown, ran)
        if (until != "")
            leave = leave || submit[job] - first > seconds_in(until)
        if (!leave)
            keep[++kept] = job
    }
}

# What is computed job by job, over the kept jobs.
function job_figures(    i, job, n_slowdown, zero, work, users, last_end, seen, response) {
    n_slowdown = zero = work = users = 0
    last_end = end[keep[1]]
    for (i = 1; i <= kept; i++) {
        job = keep[i]
        response = wait[job] + run[job]
        waits[i] = wait[job]
        responses[i] = response
        if (run[job] > 0)
            slowdowns[++n_slowdown] = response / run[job]
        else
            zero++
        if (most(run[job], tau) == 0) {
            print "no bounded slowdown: run time and tau are 0" > "/dev/stderr"
            exit 2
        }
        bslds[i] = most(1, response / most(run[job], tau))
        work += procs[job] * run[job]
        last_end = most(last_end, end[job])
        if (user[job] >= 0 && !(user[job] in seen)) {
            seen[user[job]] = 1
            users++
        }
    }
    sample("wait", waits, kept)
    sample("response", responses, kept)
    sample("slowdown", slowdowns, n_slowdown)
    sample("bsld", bslds, kept)

    first_submit = submit[keep[1]]
    last_submit = submit[keep[kept]]
    last_completion = last_end
    set("jobs", kept)
    set("work", work)
    set("users", users)
    set("zero_run_time", zero)
    set("activity", last_submit - first_submit)
    set("makespan", last_completion - first_submit)
    if (until != "")
        throughput_until(horizon)
    else if (last_completion > first_submit)
        set("throughput_per_day", 86400 * kept / (last_completion - first_submit))
}

# Over the jobs that have ended by then.
function throughput_until(horizon,    i, ended) {
    ended = 0
    for (i = 1; i <= kept; i++)
        if (end[keep[i]] <= horizon)
            ended++
    if (horizon > window_from)
        set("throughput_per_day", 86400 * ended / (horizon - window_from))
}

# Mean, standard deviation and quantiles of value[1..n] as columns NAME_mean and so on.
function sample(name, value, n,    i, sum, squares, mean, order) {
    if (n == 0)
        return
    # Sums of differences from one of the values: of equal values the deviation is 0 exactly.
    sum = 0
    for (i = 1; i <= n; i++)
        sum += value[i] - value[1]
    mean = value[1] + sum / n
    set(name "_mean", mean)
    if (n > 1) {
        squares = 0
        for (i = 1; i <= n; i++)
            squares += (value[i] - mean) * (value[i] - mean)
        set(name "_sd", sqrt(squares / (n - 1)))
    }
    sort_by(value, order, n)
    set(name "_median", quantile(value, order, n, 50))
    set(name "_p90", quantile(value, order, n, 90))
    set(name "_p95", quantile(value, order, n, 95))
    set(name "_p99", quantile(value, order, n, 99))
    set(name "_max", value[order[n]])
}

# In per cent, so that a place that is a whole number comes out as one.
function quantile(value, order, n, percent,    place, whole, below, above) {
    place = percent * (n - 1)
    whole = int(place / 100)
    below = value[order[whole + 1]]
    if (place == 100 * whole)
        return below
    above = value[order[whole + 2]]
    return below + (above - below) * (place - 100 * whole) / 100
}

# The queue and the processors over the window of the kept jobs, with all jobs of the log.
function window_figures(    i, from, to, one, machine) {
    from = window_from
    to = window_to
    # A window without length has no mean and no quantile over time.
    if (to <= from)
        return

    for (i = 1; i <= ran; i++)
        one[i] = 1
    over_time("queue", submit, start, one, from, to)
    over_time("busy", start, end, procs, from, to)

    machine = (max_procs > 0) ? max_procs : max_nodes
    if (machine > 0)
        set("utilization", figure["busy_mean"] / machine)
}

# The level over time in [from, to): job i adds amount[i] to it in [enter[i], leave[i]).
function over_time(name, enter, leave, amount, from, to,
                   i, n, time, change, order, level, now, span, levels, sum) {
    n = 0
    for (i in member) {
        if (most(enter[i], from) < least(leave[i], to)) {
            time[++n] = most(enter[i], from)
            change[n] = amount[i]
            time[++n] = least(leave[i], to)
            change[n] = -amount[i]
        }
    }
    sort_by(time, order, n)

    level = 0
    now = from
    for (i = 1; i <= n; i++) {
        # Changes at the same instant make one: a level that takes no time is none.
        if (time[order[i]] > now)
            span[level] += time[order[i]] - now
        now = time[order[i]]
        level += change[order[i]]
    }
    if (to > now)
        span[level] += to - now

    n = 0
    sum = 0
    for (level in span) {
        levels[++n] = level + 0
        sum += level * span[level]
    }
    set(name "_mean", sum / (to - from))
    sort_by(levels, order, n)
    set(name "_p50", level_quantile(levels, order, n, span, to - from, 50))
    set(name "_p95", level_quantile(levels, order, n, span, to - from, 95))
    set(name "_max", levels[order[n]])
}

# The least level that together with those below it takes the share of the window.
function level_quantile(levels, order, n, span, whole, percent,    i, taken) {
    taken = 0
    for (i = 1; i <= n; i++) {
        taken += span[levels[order[i]]]
        if (100 * taken >= percent * whole)
            break
    }
    # Rounding of fractional seconds may leave the sum just under a share of the whole.
    return levels[order[least(i, n)]]
}

# The saturation test, with all jobs of the log.
function saturation_figures(    n, slope) {
    n = least_counts(end)
    if (n - int(n / 5) < 2)
        return
    slope = fitted_slope(n - int(n / 5))
    set("outstanding_slope", slope)
    if (n < 8)
        return
    least_counts(start)
    set("stable", slope < 1 || fitted_slope(n - int(n / 5)) < 1 || \
        !grows(n - int(n / 5), fitted_slope(n - int(n / 5))))
}

# Into count, for each week, the least number of jobs from then on that have come and not yet
# reached the time `until`. Returns how many weeks there are.
function least_counts(until,    i, n, instant) {
    n = 0
    for (instant = first_member; instant <= last_member; instant += WEEK) {
        if (horizon != "" && instant >= horizon)
            break
        count[++n] = 0
        for (i in member)
            if (submit[i] <= instant && until[i] > instant)
                count[n]++
    }
    for (i = n - 1; i >= 1; i--)
        count[i] = least(count[i], count[i + 1])
    return n
}

function fitted_slope(n,    i, mean_x, mean_y, xy, xx) {
    for (i = 1; i <= n; i++) {
        mean_x += i / n
        mean_y += (count[i] - count[1]) / n
    }
    mean_y += count[1]
    for (i = 1; i <= n; i++) {
        xy += (i - mean_x) * (count[i] - mean_y)
        xx += (i - mean_x) * (i - mean_x)
    }
    return xy / xx
}

# Whether a slope is above 0 by a t-test on one side at 2.5 %. With t = sqrt(n - 2) tan(a) the
# density of Student's distribution is a power of cos(a), summed here between t and infinity.
function grows(n, slope,    i, mean_x, mean_y, xx, rest, a, parts, whole, tail, height) {
    mean_x = (n + 1) / 2
    for (i = 1; i <= n; i++)
        mean_y += count[i] / n
    for (i = 1; i <= n; i++) {
        xx += (i - mean_x) ^ 2
        rest += (count[i] - mean_y - slope * (i - mean_x)) ^ 2
    }
    if (rest < 1e-9)
        return slope > 0
    a = atan2(slope / sqrt(rest / (n - 2) / xx), sqrt(n - 2))
    parts = 20000
    for (i = 0; i < parts; i++) {
        height = cos((i + 0.5) / parts * 3.14159265358979 - 1.570796326794895) ^ (n - 3)
        whole += height
        if ((i + 0.5) / parts * 3.14159265358979 - 1.570796326794895 > a)
            tail += height
    }
    return tail / whole < 0.025
}

# The sessions and the activity of the users of the kept jobs, user by user.
function session_figures(    i, job, who, people, last, begin, sessions, jobs, length_sum, span) {
    sessions = jobs = length_sum = 0
    for (i = 1; i <= kept; i++) {
        job = keep[i]
        who = user[job]
        if (who < 0)
            continue
        jobs++
        if (!(who in last))
            begin[who] = submit[job]
        if (!(who in last) || submit[job] - last[who] > 3600)
            sessions++
        else
            length_sum += submit[job] - last[who]
        last[who] = submit[job]
    }
    set("sessions", sessions)
    if (sessions == 0)
        return
    set("session_jobs_mean", jobs / sessions)
    set("session_length_mean", length_sum / sessions)
    people = 0
    for (who in last)
        span[++people] = last[who] - begin[who]
    sample("user_activity", span, people)
}

function whole_log() {
    set("not_run", not_run)
    set("abandoned", abandoned)
    set("users_left", users_left)
}

# A column that is never set stays empty.
function set(name, value) {
    figure[name] = value
}

function print_csv(groups,    names, n, name, i, line) {
    names = "jobs wait_mean wait_median wait_p95 wait_p99 wait_max response_mean slowdown_mean" \
        " bsld_mean utilization throughput_per_day queue_mean queue_p95 queue_max makespan" \
        " stable outstanding_slope wait_sd wait_p90" \
        " response_sd response_median response_p90 response_p95 response_p99 response_max" \
        " slowdown_sd slowdown_median slowdown_p90 slowdown_p95 slowdown_p99 slowdown_max" \
        " bsld_sd bsld_median bsld_p90 bsld_p95 bsld_p99 bsld_max" \
        " queue_p50 busy_mean busy_p50 busy_p95 busy_max" \
        " work users activity zero_run_time sessions session_jobs_mean session_length_mean" \
        " user_activity_mean user_activity_median"
    if (by == "")
        names = names " not_run abandoned users_left"
    n = split(names, name, " ")
    line = (by == "" ? "" : by ",") name[1]
    for (i = 2; i <= n; i++)
        line = line "," name[i]
    if (!heads++)
        print line
    line = groups
    for (i = 1; i <= n; i++) {
        if (i > 1)
            line = line ","
        if (name[i] in figure)
            line = line sprintf("%.15g", figure[name[i]])
    }
    print line
}
