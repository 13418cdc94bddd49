# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Many machines: the commands that the manual prints, with GNU parallel and
hosts on the loopback.  A run that is interrupted goes on where it was, each
machine is asked once, and no file is missing from the document of all.  A dry
run does not keep files from being changed afterwards."""

import getpass
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import threading

import disk
import runner

BLOCK = re.compile(r"@c run\n@example\n(.*?)^@end example", re.M | re.S)
NEEDED = ("parallel", "jq", "ssh", "ssh-keygen", "gcc")
DAEMON = "/usr/sbin/sshd"
# Names of this machine; the last one does not answer until it is found.
HOSTS = ["first", "second", "third", "fourth", "absent"]

DAEMON_CONFIG = """\
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/key-of-host
AuthorizedKeysFile {folder}/key.pub
PidFile none
StrictModes no
UsePAM no
PermitRootLogin yes
SetEnv PATH={folder}/far:/usr/bin:/bin
"""
CLIENT_CONFIG = """\
Host *
  HostName 127.0.0.1
  Port {port}
  User {user}
  IdentityFile {folder}/key
  StrictHostKeyChecking no
  UserKnownHostsFile /dev/null
  LogLevel ERROR
  BatchMode yes
"""
# ssh reads only the configuration in the home directory.  It tells the other
# side by which name it was called, and knows one that is not there.
SSH = """\
#!/bin/sh
for word
do
  word=${{word#*@}}
  case $word in
    absent) test -e {folder}/found || exit 255 ;;
  esac
  case $word in
    first|second|third|fourth|absent)
      echo "$word" >>{folder}/called ;;
  esac
done
exec {ssh} -F {folder}/client "$@"
"""
# sfmerge on the other side: the time whose number is in "slow" takes long.
FAR = """\
#!/bin/sh
echo run >>{folder}/ran
if test -p {folder}/block && test "$(wc -l <{folder}/ran)" = "$(cat {folder}/slow)"
then
  echo >{folder}/block
  exec cat {folder}/release
fi
exec {tool} "$@"
"""


class Fleet:
    """The machines, in a directory."""

    def __init__(self, run, top):
        self.run = run
        self.folder = run.path("fleet")
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(os.path.join(self.folder, "far"))
        os.makedirs(os.path.join(self.folder, "near"))
        with open(os.path.join(top, "doc/manual/fleet.texi"),
                  encoding="utf-8") as file:
            blocks = [re.sub(r"@([@{}])", r"\1", body)
                      for body in BLOCK.findall(file.read())]
        (self.ask, self.merge, self.tables, self.anew, self.dry, self.change,
         self.list, self.share, self.unite) = blocks
        self.root = os.path.join(self.folder, "root")
        self.daemon = self.release = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    def write(self, name, text, mode=0o644):
        """A file with what is filled in."""
        path = os.path.join(self.folder, name)
        disk.write(path, text.format(
            port=self.port, folder=self.folder, user=getpass.getuser(),
            ssh=shutil.which("ssh"), tool=os.path.abspath(self.run.tool)))
        os.chmod(path, mode)

    def start(self):
        """Start the daemon; why that is impossible, or ""."""
        for name in ("key", "key-of-host"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "",
                            "-f", os.path.join(self.folder, name)], check=True)
        self.write("daemon", DAEMON_CONFIG)
        self.write("client", CLIENT_CONFIG)
        self.write("near/ssh", SSH, 0o755)
        self.write("far/sfmerge", FAR, 0o755)
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
        self.daemon = subprocess.Popen(
            [DAEMON, "-D", "-e", "-f", os.path.join(self.folder, "daemon")],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)
        for line in self.daemon.stderr:
            if b"Server listening" in line:
                break
        threading.Thread(target=self.daemon.stderr.read, daemon=True).start()
        status, text = self.shell("ssh -n first true && rm called")
        return "" if status == 0 else f"no ssh to this machine: {text}"

    def stop(self):
        """Stop it, and what it has started."""
        if self.release is not None:
            os.close(self.release)
        if self.daemon is not None:
            self.daemon.terminate()
            self.daemon.wait()

    def begin(self, script):
        """SCRIPT as a process, in a group of its own."""
        environment = dict(os.environ, HOME=self.folder,
                           PATH=os.path.join(self.folder, "near") + ":"
                           + os.environ["PATH"])
        return subprocess.Popen(
            ["sh", "-ec", script], cwd=self.folder, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True)

    def shell(self, script):
        """Run SCRIPT to its end; status and what was said."""
        process = self.begin(script)
        try:
            text = process.communicate(timeout=runner.TIMEOUT)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            text = process.communicate()[0]
        return process.returncode, text.decode(errors="replace")

    def has(self, name):
        """Whether there is a file NAME."""
        return os.path.exists(os.path.join(self.folder, name))

    def lines(self, name):
        """The lines of the file NAME."""
        if not self.has(name):
            return []
        return disk.text(os.path.join(self.folder, name)).splitlines()

    def document(self, name):
        """The JSON in the file NAME."""
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return json.load(file)


def make_root(fleet):
    """The files of the machines: many that are right, and one that is not."""
    os.makedirs(fleet.root)
    paths = [os.path.join(fleet.root, f"prog{i:03}") for i in range(150)]
    disk.write(os.path.join(fleet.folder, "one.c"),
               "int main (void) { return 0; }\n")
    status, text = fleet.shell(
        f"gcc -o plain one.c && {os.path.abspath(fleet.run.tool)}"
        " synth -q -o described plain")
    for path in paths:
        shutil.copy(os.path.join(fleet.folder, "described"), path)
    with open(paths[-1], "r+b") as file:
        data = file.read()
        file.seek(data.index(b"\xe2\xde\x03") + 1)
        file.write(b"\xdf")
    return paths, [] if status == 0 else [text]


def interrupted(fleet, command, slow):
    """Start COMMAND, and end it while sfmerge is at work the time SLOW."""
    block, release = (os.path.join(fleet.folder, name)
                      for name in ("block", "release"))
    # What is left on the other side ends with the test.
    if fleet.release is None:
        os.mkfifo(release)
        fleet.release = os.open(release, os.O_RDWR)
    if fleet.has("ran"):
        os.remove(os.path.join(fleet.folder, "ran"))
    fleet.write("slow", f"{slow}\n")
    os.mkfifo(block)
    signs = os.open(block, os.O_RDONLY | os.O_NONBLOCK)
    process = fleet.begin(command)
    reached, _, _ = select.select([signs], [], [], runner.TIMEOUT)
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=runner.TIMEOUT)
    os.close(signs)
    os.remove(block)
    return [] if reached else ["no machine was at work"]


def done(fleet, log):
    """How often each job of the joblog LOG ended well, by its command."""
    counts = {}
    for line in fleet.lines(log)[1:]:
        fields = line.split("\t")
        if fields[6:8] == ["0", "0"]:
            counts[fields[8]] = counts.get(fields[8], 0) + 1
    return counts


def each_machine(fleet, paths):
    """The first three commands: interrupted, resumed, and merged."""
    fleet.write("hosts", "\n".join(HOSTS) + "\n")
    command = fleet.ask.replace("/usr/bin /usr/lib", fleet.root)
    problems = interrupted(fleet, command.replace("parallel ",
                                                  "parallel -j1 "), 3)
    before = done(fleet, "fleet.log")
    if len(before) != 2:
        problems.append(f"{len(before)} machines were done at first")
    status, _ = fleet.shell(command)
    if status != 1:
        problems.append(f"a machine is not there: exit status {status}")
    open(os.path.join(fleet.folder, "found"), "w", encoding="ascii").close()
    status, text = fleet.shell(command)
    counts = done(fleet, "fleet.log")
    if status or sorted(counts.values()) != [1] * len(HOSTS):
        problems.append(f"exit status {status}, {counts}: {text}")
    called = fleet.lines("called")
    again = [name for name in HOSTS if called.count(name) != 1]
    if called.count("third") != 2 or again not in (["third"],
                                                   ["third", "absent"]):
        problems.append(f"called: {called}")
    status, text = fleet.shell(fleet.merge)
    if status:
        return problems + [f"exit status {status}: {text}"]
    hosts = fleet.document("fleet.json")["hosts"]
    if sorted(h["host"] for h in hosts) != sorted(HOSTS):
        problems.append(f"hosts: {[h['host'] for h in hosts]}")
    for host in hosts:
        if sorted(f["file"] for f in host["files"]) != paths or (
                host["exit_status"], host["summary"]["not_valid"]) != (1, 1):
            problems.append(f"{host['host']}: {host['summary']}")
    status, text = fleet.shell(fleet.tables)
    wanted = sorted([f"{h}\t1\t{len(paths)}\t{len(paths)}\t1" for h in HOSTS]
                    + [f"{h}\t{paths[-1]}" for h in HOSTS])
    if status or sorted(text.splitlines()) != wanted:
        problems.append(f"exit status {status}: {text}")
    return problems


def again(fleet):
    """The hosts in another order: each is asked again, once."""
    fleet.write("hosts", "\n".join(HOSTS[1:] + HOSTS[:1]) + "\n")
    before = fleet.lines("called")
    status, text = fleet.shell(
        fleet.anew + fleet.ask.replace("/usr/bin /usr/lib", fleet.root))
    called = fleet.lines("called")[len(before):]
    if status or sorted(called) != sorted(HOSTS):
        return [f"exit status {status}, called: {called}: {text}"]
    return []


def changed(fleet):
    """The dry run, then the run in place: both are for the same files, so
    that the first machine changes them all."""
    opt = os.path.join(fleet.folder, "opt")
    os.makedirs(opt)
    count = 3
    for i in range(count):
        shutil.copy(os.path.join(fleet.folder, "plain"),
                    os.path.join(opt, f"prog{i}"))
    dry = fleet.dry.replace("/opt", opt)
    # Whoever runs the test logs in, one machine after the other.
    change = fleet.change.replace("/opt", opt).replace("root@", "").replace(
        "parallel ", "parallel -j1 ")
    status, text = fleet.shell(dry)
    problems = []
    if status or text.count(f"{count} to be changed") != len(HOSTS):
        problems.append(f"dry run: exit status {status}: {text}")
    plain = disk.read(os.path.join(fleet.folder, "plain"))
    for name in os.listdir(opt):
        if disk.read(os.path.join(opt, name)) != plain:
            problems.append(f"the dry run changed {name}")
    status, text = fleet.shell(change)
    counts = re.findall(r'"dry_run": false.*"changed": (\d+)', text)
    if status or counts != [str(count)] + ["0"] * (len(HOSTS) - 1):
        problems.append(f"exit status {status}, changed {counts}: {text}")
    status, text = fleet.shell(change)
    if status or text or sorted(done(fleet, "synth.log").values()) != (
            [1] * len(HOSTS)):
        problems.append(f"once more: exit status {status}: {text}")
    status, text = fleet.shell(
        f"{os.path.abspath(fleet.run.tool)} check -q -r --require {opt}")
    return problems + ([text] if status else [])


def one_tree(fleet, paths):
    """The last commands: the machines share the files; interrupted on one
    machine, resumed on all, and once more with a file in front."""
    fleet.write("hosts", "\n".join(HOSTS) + "\n")
    fleet.write("one", HOSTS[0] + "\n")
    status, text = fleet.shell(fleet.list)
    if status:
        return [f"exit status {status}: {text}"]
    problems = interrupted(fleet, fleet.share.replace(
        "--sshloginfile hosts", "-j1 --sshloginfile one"), 2)
    before = done(fleet, "tree.log")
    if list(before.values()) != [1]:
        problems.append(f"{len(before)} jobs were done at first")
    problems += shared(fleet, "", paths)
    ran = len(fleet.lines("ran"))
    if ran != 3:
        problems.append(f"sfmerge ran {ran} times for 2 jobs, one cut off")
    first = os.path.join(fleet.root, "first")
    shutil.copy(paths[0], first)
    return problems + shared(fleet, fleet.list, [first] + paths)


def shared(fleet, script, paths):
    """SCRIPT, then the work on PATHS to its end."""
    status, text = fleet.shell(script + fleet.share + fleet.unite)
    if status:
        return [f"exit status {status}: {text}"]
    problems = []
    document = fleet.document("tree.json")
    if sorted(f["file"] for f in document["files"]) != paths or (
            document["exit_status"], document["schema"]) != (1, 1):
        problems.append(f"{len(document['files'])} files")
    if list(done(fleet, "tree.log").values()) != [1, 1]:
        problems.append(f"jobs: {fleet.lines('tree.log')}")
    hosts = {line.split("\t")[1] for line in fleet.lines("tree.log")[1:]}
    if not hosts <= set(HOSTS):
        problems.append(f"jobs of {hosts}")
    return problems


def all_cases(run, top):
    """All recipes of the page."""
    if not run.wanted("packages/fleet"):
        return
    missing = [name for name in NEEDED if not shutil.which(name)]
    if not missing and not os.path.exists(DAEMON):
        missing = [DAEMON]
    if missing:
        run.unsupported("packages/fleet", "no " + missing[0])
        return
    # parallel counts processors there.
    if run.lacks_proc("packages/fleet"):
        return
    fleet = Fleet(run, top)
    try:
        why = fleet.start()
        if why:
            run.unsupported("packages/fleet", why)
            return
        paths, problems = make_root(fleet)
        run.result("packages/fleet: each machine checks itself",
                   problems or each_machine(fleet, paths))
        run.result("packages/fleet: other hosts, from the beginning",
                   problems or again(fleet))
        run.result("packages/fleet: a dry run, then the change",
                   problems or changed(fleet))
        run.result("packages/fleet: machines share a tree",
                   problems or one_tree(fleet, paths))
    finally:
        fleet.stop()
