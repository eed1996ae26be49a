# SPDX-License-Identifier: GPL-3.0-or-later
# For the portrait, of a log that declares the GPUs of its jobs (swf(5)): rows of the table `log`
# about them; of other logs, and where no job has a GPU, nothing. Waits are those of jobs that ran.
/^;/ {
	if ($2 == "MaxGPUs:" && gpus == "") gpus = $3
	if ($2 == "ExtraFields:" && !field) {
		gsub(/,/, " ")
		for (i = 3; i < NF; i += 2) if ($(i + 1) == "gpus") field = $i
	}
	next
}
!field { exit }
NF < 18 { next }
{
	of = $field > 0 ? $field : 0
	class = of == 0 ? "none" : of <= 1 ? "to-1" : of <= 4 ? "to-4" : of <= 8 ? "to-8" : "over-8"
	hours = $4 > 0 ? of * $4 / 3600 : 0
	jobs_of[class]++
	hours_of[class] += hours
	if ($3 >= 0 && $4 >= 0 && ($8 > 0 || $5 > 0)) {
		ran[class]++
		wait[class] += $3
	}
	if (!of) next
	jobs++
	all += hours
	if ($12 < 0) next
	if (!($12 in user_jobs)) user[++users] = $12
	user_jobs[$12]++
	user_hours[$12] += hours
}
function put(what, value) { print what "," value }
function exact(x) { return sprintf("%.10g", x) }
END {
	if (!jobs) exit
	put("gpus", gpus > 0 ? gpus : "")
	put("gpu_jobs", jobs)
	put("gpu_hours", exact(all))
	put("gpu_users", users + 0)
	n = split("none to-1 to-4 to-8 over-8", name, " ")
	for (i = 1; i <= n; i++) if (jobs_of[name[i]]) {
		put("gpus_" name[i] "_jobs", jobs_of[name[i]])
		put("gpus_" name[i] "_hours", exact(hours_of[name[i]]))
		put("gpus_" name[i] "_wait", ran[name[i]] ? exact(wait[name[i]] / ran[name[i]]) : "")
	}
	for (i = 1; i <= users && i <= ENVIRON["TOP"]; i++) {
		most = i
		for (j = i + 1; j <= users; j++) if (user_hours[user[j]] > user_hours[user[most]] || \
			user_hours[user[j]] == user_hours[user[most]] && user[j] + 0 < user[most] + 0) most = j
		u = user[most]
		user[most] = user[i]
		user[i] = u
		put("gpu_user_" i, u)
		put("gpu_user_" i "_jobs", user_jobs[u])
		put("gpu_user_" i "_hours", exact(user_hours[u]))
	}
}
