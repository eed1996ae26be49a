# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# shellcheck disable=SC2154 # variables of the scripts
# What start-slurm, start-slurmdbd and record-slurm share, which start daemons of Slurm in a folder
# of their own. Each has `dir`, the folder, `patience`, s that anything may take, and functions of
# its own: process_of, which prints the process of a daemon if it lives, and fail.

# Waits until the command succeeds, for at most so long.
wait_for() { # COMMAND...
	local end=$((SECONDS + patience))
	until "$@"; do
		((SECONDS < end)) || return 1
		sleep 0.1
	done
}

ended() { ! process_of "$1" >/dev/null; } # DAEMON, as process_of has it

no_steps() { [[ -z $(find "$dir/spool" -type s) ]]; } # what watches over a job has a socket

start_munged() {
	mkdir -p "$dir/state" "$dir/spool"
	[[ -e $dir/munge.key ]] || mungekey --create --keyfile="$dir/munge.key"
	# --force as other users cannot get to this socket, and need not
	munged --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" \
		--pid-file="$dir/munged.pid" --log-file="$dir/munged.log" \
		--seed-file="$dir/munge.seed" 2>>"$dir/munged.log" || fail 'munged does not start'
}

# What slurm.conf has to say of the daemons.
settings_of_daemons() { # USER HOST PORT
	cat <<-END
		ClusterName=test
		SlurmctldHost=$2(127.0.0.1)
		SlurmctldPort=$3
		SlurmUser=$1
		SlurmdUser=$1
		CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
		AuthType=auth/munge
		CredType=cred/munge
		SlurmctldPidFile=$dir/slurmctld.pid
		SlurmdPidFile=$dir/slurmd.%n.pid
		SlurmctldLogFile=$dir/slurmctld.log
		SlurmdLogFile=$dir/slurmd.%n.log
		StateSaveLocation=$dir/state
		SlurmdSpoolDir=$dir/spool/%n
		SlurmdParameters=config_overrides
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		SwitchType=switch/none
		MpiDefault=none
		MailProg=/bin/true
		ReturnToService=2
	END
}

# Nothing here uses control groups, but Slurm 22 has no word for that: v1 does no harm there. The
# file changes only where it has to, as the slurmd that was started before may be reading it.
start_slurmd() { # [-N NODE]
	local plugin
	for plugin in ${cgroup_plugin-disabled cgroup/v1}; do
		[[ ${cgroup_plugin-} ]] || echo "CgroupPlugin=$plugin" >"$dir/cgroup.conf"
		if slurmd -f "$SLURM_CONF" "$@" 2>>"$dir/slurmd.log"; then
			cgroup_plugin=$plugin
			return
		fi
	done
	return 1
}
