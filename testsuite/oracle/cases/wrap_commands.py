# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The wrapper: inputs named in every way, what linkers print, what fails."""

import os
import re
import select
import shutil
import signal
import subprocess
import sys

import disk
import elf
import runner
import symbol_truth
import wrap_aids
import wrap_messages
import wrap_outputs

ENDING = (signal.SIGTERM, signal.SIGALRM, signal.SIGPIPE, signal.SIGUSR1,
          signal.SIGUSR2, signal.SIGXCPU)
# In place of a linker or of sfmerge: says in the FIFO "started" that it runs,
# then waits for a signal.  They are blocked before, so that none comes too
# early.  If none comes at all, it is not there for ever.
SLOW = f"""#!{sys.executable}
import os
import signal
import sys

if sys.argv[1:] == ["--version"]:
    print("GNU ld (x) 2.40")
    sys.exit()
ending = {[int(number) for number in ENDING]}
signal.pthread_sigmask(signal.SIG_BLOCK, ending)
with open("started", "w") as fifo:
    fifo.write("started")
came = signal.sigtimedwait(ending, {2 * runner.TIMEOUT})
number = came.si_signo if came else signal.SIGTERM
if number == signal.SIGTERM:
    sys.exit(3)
signal.signal(number, signal.SIG_DFL)
os.kill(os.getpid(), number)
signal.pthread_sigmask(signal.SIG_UNBLOCK, ending)
"""


class Commands:
    """A linker, objects of a program with a C++ part, and the directory in
    which they are linked."""

    def __init__(self, bench, linker, case_class):
        self.bench, self.run, self.linker = bench, bench.run, linker
        self.case = case_class(bench, linker, "pie", "v1")
        self.cxx = case_class(bench, linker, "cxx", "v3").inputs
        self.folder = bench.run.path("command")
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(os.path.join(self.folder, "lib dir"))
        self.main, self.one, self.two = self.case.inputs

    def path(self, name):
        """A file there."""
        return os.path.join(self.folder, name)

    def write(self, name, text):
        """A text file there."""
        disk.write(self.path(name), text)
        return name

    def archive(self, name, *members, thin=False):
        """An archive there; thin ones name their members from there."""
        disk.remove(self.path(name))
        self.run.command(["ar", "rcsT" if thin else "rcs", name, *members],
                         self.folder)
        return name

    def link(self, *args, wrapped=True, output="prog"):
        """Status and text; the output is removed before."""
        if output and os.path.exists(self.path(output)):
            os.remove(self.path(output))
        driver = self.bench.objects.cxx
        out = ["-o", output] if output else []
        if wrapped:
            return self.bench.through(driver, self.linker, *out, *args,
                                      cwd=self.folder)
        return self.run.command([driver, *self.linker.flags, *out, *args],
                                self.folder)

    def result(self, what, problems, text=""):
        """Print it."""
        self.run.result(f"wrap/{self.linker.name}: {what}",
                        problems + self.bench.left(), text)

    def merged(self, what, *args, inputs=None, output="prog", members=None):
        """Link with ARGS, and verify that all functions of INPUTS which the
        map places are in the output."""
        map_arg = "-Wl,-Map," + self.case.map
        status, text = self.link(map_arg, *args, output=output)
        problems = [f"exit status {status}"] if status else []
        problems += [line for line in text.splitlines() if "sfmerge" in line]
        case = self.case
        saved = case.inputs, case.members, case.image
        if not problems:
            case.inputs = inputs or [self.main, self.one, self.two]
            case.members = members or {}
            case.image = self.path(output or "a.out")
            truth = symbol_truth.Truth(case.map, case.objects(),
                                       elf.Elf(case.image))
            if len(truth.found) < 12:
                problems.append(f"{len(truth.found)} functions by the map")
            problems += case.verified(truth) + case.ran()
        case.inputs, case.members, case.image = saved
        self.result(what, problems, text)

    def member_names(self, archive, *members):
        """What a map calls them."""
        return {path: f"{archive}({os.path.basename(path)})"
                for path in members}


def copies(commands):
    """The parts under names of their own."""
    parts = []
    for name, path in (("one.o", commands.one), ("two.o", commands.two)):
        shutil.copy(path, commands.path(name))
        parts.append(commands.path(name))
    return parts


def inputs_of_all_kinds(c):
    """Response files, libraries, groups, thin archives, linker scripts."""
    one, two = copies(c)
    spaced = c.path("lib dir/two.o")
    shutil.copy(two, spaced)
    c.write("inner.rsp", '"lib dir/two.o"\n')
    c.write("outer.rsp", f"-Wl,@inner.rsp '{one}'")
    c.merged("a response file", c.main, "-Wl,@inner.rsp", one,
             inputs=[c.main, one, spaced],
             members={spaced: "lib dir/two.o"})
    c.merged("nothing but a response file", "@outer.rsp", c.main,
             inputs=[c.main, one, spaced],
             members={spaced: "lib dir/two.o"})
    c.archive("libparts.a", one, two)
    # mold writes no dot.
    names = c.member_names(
        "libparts.a" if c.linker.family == "mold" else "./libparts.a", one,
        two)
    c.merged("-l and -L", c.main, "-L.", "-lparts",
             inputs=[c.main, one, two], members=names)
    c.merged("-l:NAME", c.main, "-L.", "-l:libparts.a",
             inputs=[c.main, one, two], members=names)
    names = c.member_names("libparts.a", one, two)
    c.merged("a group", c.main, "-Wl,--start-group", "libparts.a",
             "-Wl,--end-group", inputs=[c.main, one, two], members=names)
    c.merged("a whole archive", c.main, "-Wl,--whole-archive", "libparts.a",
             "-Wl,--no-whole-archive", inputs=[c.main, one, two],
             members=names)
    c.archive("lib dir/libthin.a", "one.o", "lib dir/two.o", thin=True)
    status, text = c.link(c.main, "lib dir/libthin.a")
    problems = [f"exit status {status}"] if status else described(
        c, ("part1_public", "part2_public"))
    c.result("a thin archive", problems, text)
    c.write("libscript.so", "/* GNU ld script */ INPUT ( AS_NEEDED ( one.o )"
            ' "two.o" )\n')
    script_as_library(c)
    lazily(c, one, two)
    shared_first(c, one, two)
    c.merged("no -o", c.main, c.one, c.two, output=None)


def script_as_library(c):
    """A linker script in the place of a library; mold 2.37 does not know
    AS_NEEDED in INPUT."""
    what = "a linker script in the place of a library"
    if c.link(c.main, "-L.", "-lscript", wrapped=False)[0]:
        c.run.unsupported(f"wrap/{c.linker.name}: {what}",
                          "the linker does not take it")
        return
    status, text = c.link(c.main, "-L.", "-lscript")
    c.result(what, [f"exit status {status}"] if status else described(
        c, ("part1_public", "part2_public")), text)


def described(c, functions, output="prog"):
    """Problems if FUNCTIONS are not in the section of the output."""
    status, text = c.run.sfmerge("dump", c.path(output))
    problems = [f"dump: exit status {status}"] if status else []
    return problems + [f"{name} is not described" for name in functions
                       if f"<{name}>" not in text]


def optimised(c):
    """Link-time optimisation: what the inputs describe is not what is linked,
    and if all are the optimiser's, none describes anything."""
    name = f"wrap/{c.linker.name}: -flto"
    # mold runs itself again, by its name in /proc.
    if c.linker.family == "lld" or (c.linker.family == "mold"
                                    and c.run.lacks_proc(name)):
        return
    sources = (("link-main.c", []), ("link-part.c", ["-DPART=1"]),
               ("link-part.c", ["-DPART=2"]))
    made = []
    for number, (source, defines) in enumerate(sources):
        made.append(c.path(f"lto{number}.o"))
        status, text = c.run.command(
            [c.bench.objects.cc, "-O2", "-fPIC", "-flto", "-Wa,--gsframe",
             *defines, "-c", "-o", made[-1],
             os.path.join(c.bench.sources, source)])
        if status:
            c.run.unsupported(name, text)
            return
    for what, inputs in (("-flto", made),
                         ("-flto, in part", made[:2] + [c.two])):
        for flags in ([], ["-s"], ["-static"]):
            status, text = c.link("-flto", "-O2", "-Wa,--gsframe", *flags,
                                  *inputs)
            problems = [f"exit status {status}"] if status else []
            if not problems:
                status, said = c.run.sfmerge("check", "--for=kernel",
                                             c.path("prog"))
                text += said
                # A C library in the program takes all room.
                if status or ("warning:" in said and flags != ["-static"]):
                    problems.append("check is not content")
                if c.run.command([c.path("prog")])[0]:
                    problems.append("it does not run")
                if not flags:
                    problems += described(c, ("main",))
            c.result(" ".join([what, *flags]), problems, text)


def lazily(c, one, two):
    """--start-lib, with an object that nothing needs."""
    if c.linker.family == "gnu":
        return
    status, text = c.link(c.main, "-Wl,--start-lib", *c.cxx, one, two,
                          "-Wl,--end-lib")
    problems = [f"exit status {status}"] if status else described(
        c, ("part1_public", "part2_public"))
    if "sfmerge" in text:
        problems.append("sfmerge complains")
    c.result("--start-lib", problems, text)


def shared_first(c, one, two):
    """A shared library is preferred, unless -Bstatic is in force."""
    c.run.command([c.bench.objects.cc, "-shared", "-o", "libparts.so", one,
                   two], c.folder)
    status, text = c.link(c.main, "-L.", "-lparts", "-Wl,-rpath,.")
    problems = [f"exit status {status}"] if status else described(
        c, ("main",))
    if not problems and not described(c, ("part1_public",)):
        problems.append("the archive was read")
    c.result("-l finds a shared library", problems, text)
    status, text = c.link(c.main, "-L.", "-Wl,-Bstatic", "-lparts",
                          "-Wl,-Bdynamic")
    c.result("-l after -Bstatic", [f"exit status {status}"] if status
             else described(c, ("part1_public", "part2_public")), text)
    os.remove(c.path("libparts.so"))


def names_of_files(c):
    """No temporary name is in what the linker writes, and the rest is as
    without the wrapper."""
    parts = [c.main, c.one, c.two]
    depends = "-Wl,--dependency-file=depends"
    status, text = c.link(*parts, depends, wrapped=False)
    if status == 0:
        plain = disk.text(c.path("depends"))
        status, text = c.link(*parts, depends)
        wrapped = disk.text(c.path("depends"))
        c.result("a list of dependencies",
                 [f"exit status {status}"] if status
                 else [] if plain == wrapped else ["it differs"],
                 text + wrapped)
    status, text = c.link(*parts, "-Wl,-Map,map")
    with open(c.path("map"), encoding="utf-8", errors="replace") as file:
        table = file.read()
    c.result("a map", [f"exit status {status}"] * (status != 0)
             + ["a temporary name is in it"] * (c.bench.tmp in table)
             + [f"it lacks {path}" for path in parts if path not in table],
             text)
    for option in ("-M", "-t"):
        status, plain = c.link(*parts, "-Wl," + option, wrapped=False)
        if status:
            continue
        status, text = c.link(*parts, "-Wl," + option)
        problems = [f"exit status {status}"] if status else []
        if c.bench.tmp in text:
            problems.append("a temporary name is in it")
        if option == "-t":
            if text != plain:
                problems.append("it differs")
        c.result(f"what {option} prints", problems, text)


def same_as_without(c):
    """Links that fail, and what is no link of an image."""
    ld = linker_path(c)
    for what, args in (
            ("an undefined symbol", [c.main]),
            ("a missing file", [c.main, c.one, c.two, "nothing.o"]),
            ("a missing library", [c.main, c.one, c.two, "-lnothing"]),
            ("an unknown option", [c.main, c.one, c.two,
                                   "-Wl,--no-such-thing"]),
            ("-r", [c.main, c.one, "-r", "-nostdlib"]),
            ("--version", [c.main, "-Wl,--version"]),
            ("-v", [c.main, c.one, c.two, "-Wl,-v"])):
        plain = c.link(*args, wrapped=False)
        before = content(c.path("prog"))
        wrapped = c.link(*args)
        problems = []
        if tuple(clean(plain)) != tuple(clean(wrapped)):
            problems.append("status or text differs")
        after = content(c.path("prog"))
        if what == "--version" and before != after:
            problems.append("the output differs")
        if what == "-r" and c.run.sfmerge("check", "-q", c.path("prog"))[0]:
            problems.append("the object is not repaired")
        if what == "an undefined symbol" and (
                wrapped[0] == 0 or after is not None):
            problems.append("it does not fail")
        c.result(f"{what}: as without", problems,
                 f"{plain}\n{wrapped}")
    if ld:
        wrapper = os.path.join(c.bench.wrap, os.path.basename(ld))
        for option in ("--version", "--help"):
            plain = c.run.command([ld, option])
            wrapped = c.run.command([wrapper, option])
            c.result(f"{option} of the linker", []
                     if plain == wrapped else ["it differs"], wrapped[1])
    plain = c.link(c.main, c.one, c.two, "-o", "/dev/null", output=None)
    c.result("-o /dev/null", [f"exit status {plain[0]}"] * (plain[0] != 0),
             plain[1])


def content(path):
    """The bytes of PATH, or None."""
    if not os.path.exists(path):
        return None
    return disk.read(path)


def clean(ended):
    """Status and text without what compilers make up, and their command
    lines."""
    status, text = ended
    return status, [re.sub(r"/[^ ]*/cc[A-Za-z0-9]{6}", "CC", line)
                    for line in text.splitlines()
                    if not line.startswith("collect2 version")
                    and " -plugin-opt=" not in line]


def linker_path(c):
    """The linker that PATH has, or None if it is found by -B."""
    if c.linker.flags[0].startswith("-B"):
        return None
    return shutil.which("ld." + c.linker.flags[0].split("=")[1])


def variables_and_failures(c):
    """SFMERGE_OPTIONS, SFMERGE_LD, SFMERGE, and sfmerge failing."""
    parts = [c.main, c.one, c.two]
    wrap_outputs.variables(SFMERGE_OPTIONS="'--to=v2-pcrel' -v")
    status, text = c.link(*parts)
    dump = c.run.sfmerge("dump", c.path("prog"))[1]
    c.result("SFMERGE_OPTIONS", [f"exit status {status}"] * (status != 0)
             + ["-v says nothing"] * ("merged:" not in text)
             + ["it is not version 2"] * ("version 2" not in dump), text)
    # A function that nothing places: an object changed since.
    wrap_outputs.variables(SFMERGE_OPTIONS="--for=nobody")
    status, text = c.link(*parts)
    c.result("sfmerge fails", [f"exit status {status}"] * (status != 0)
             + ["it is not said"] * ("nobody" not in text
                                     or "as the linker made it" not in text)
             + ["the output is gone"] * (not content(c.path("prog"))), text)
    wrap_outputs.variables(SFMERGE_OPTIONS="--for=nobody --fatal-warnings")
    status, text = c.link(*parts)
    c.result("sfmerge fails, fatally", ["exit status 0"] * (status == 0)
             + ["there is an output"] * os.path.exists(c.path("prog")), text)
    wrap_outputs.variables(SFMERGE_OPTIONS=None, SFMERGE="/nowhere/sfmerge")
    status, text = c.link(*parts)
    c.result("no sfmerge", [f"exit status {status}"] * (status != 0)
             + ["it is not said"] * ("/nowhere/sfmerge" not in text), text)
    wrap_outputs.variables(SFMERGE=c.run.tool, SFMERGE_LD="/nowhere/ld")
    status, text = c.link(*parts)
    c.result("SFMERGE_LD names nothing", ["exit status 0"] * (status == 0)
             + ["it is not said"] * ("/nowhere/ld" not in text), text)
    wrap_outputs.variables(SFMERGE_LD=None)
    wrapper = os.path.join(c.run.path("odd"), "ld.nowhere")
    os.makedirs(os.path.dirname(wrapper), exist_ok=True)
    if not os.path.lexists(wrapper):
        os.symlink(os.path.join(c.bench.wrap, "ld"), wrapper)
    status, text = c.run.command([wrapper, c.main])
    c.result("a linker that is not there", ["exit status 0"] * (status == 0)
             + ["it is not said"] * ("ld.nowhere" not in text), text)


def two_wrappers(c):
    """Another installation's wrapper comes next, and does no job."""
    other = c.run.path("other")
    os.makedirs(other, exist_ok=True)
    name = ("ld" if c.linker.flags[0].startswith("-B")
            else "ld." + c.linker.flags[0].split("=")[1])
    shutil.copy(os.path.join(c.bench.wrap, "ld"), os.path.join(other, name))
    wrap_outputs.variables(SFMERGE_OPTIONS="-v")
    status, text = c.run.command(
        [c.bench.objects.cxx, "-B" + c.bench.wrap, "-B" + other,
         *c.linker.flags, "-o", "prog", c.main, c.one, c.two], c.folder)
    wrap_outputs.variables(SFMERGE_OPTIONS=None)
    c.result("two wrappers", [f"exit status {status}"] * (status != 0)
             + ["not merged once"] * (text.count("merged:") != 1), text)


def killed(c):
    """A signal ends the linker and the wrapper, and nothing is left."""
    slow = c.path(c.write("slow-ld", SLOW))
    os.chmod(slow, 0o755)
    os.mkfifo(c.path("started"))
    for number in ENDING:
        terminated(c, number, number.name, SFMERGE_LD=slow)
    terminated(c, signal.SIGTERM, "SIGTERM to sfmerge", "-r", SFMERGE=slow)
    wrap_outputs.variables(SFMERGE=c.run.tool)


def terminated(c, number, what, *more, **variables):
    """The program that VARIABLES name gets signal NUMBER, and ends in its
    way."""
    wrap_outputs.variables(**variables)
    # Not waited for: it is open before the program opens its end.
    fifo = os.open(c.path("started"), os.O_RDONLY | os.O_NONBLOCK)
    with subprocess.Popen([os.path.join(c.bench.wrap, "ld"), *more, c.main],
                          cwd=c.folder) as process:
        # The limits of time only end what hangs.
        begun, _, _ = select.select([fifo], [], [], runner.TIMEOUT)
        process.send_signal(number)
        try:
            status = process.wait(runner.TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            status = "none"
    os.close(fifo)
    wrap_outputs.variables(**{name: None for name in variables})
    c.result(what, ["it was not run"] * (not begun)
             + [f"status {status}"] * (status != -number))


def all_cases(bench, case_class):
    """One linker of each family, and some of it with another."""
    families = set()
    for linker in bench.linkers:
        if linker.family == "gnu":
            c = Commands(bench, linker, case_class)
            if bench.run.wanted(f"wrap/{linker.name}: versions"):
                wrap_messages.versions(c)
        if linker.name == "ld-2.44":
            # The GNU ld that gets copies.
            c = Commands(bench, linker, case_class)
            if bench.run.wanted(f"wrap/{linker.name}: command"):
                wrap_messages.all_cases(c)
                wrap_outputs.thin_archives(c)
        if bench.run.wanted(f"wrap/{linker.name}: section headers"):
            wrap_aids.headers_cases(Commands(bench, linker, case_class))
        if linker.family in families:
            continue
        families.add(linker.family)
        c = Commands(bench, linker, case_class)
        if not bench.run.wanted(f"wrap/{linker.name}: command"):
            continue
        inputs_of_all_kinds(c)
        optimised(c)
        names_of_files(c)
        same_as_without(c)
        variables_and_failures(c)
        two_wrappers(c)
        killed(c)
        wrap_messages.all_cases(c)
        wrap_outputs.outputs_cases(c)
        if linker.family != "gnu":
            wrap_aids.folded_cases(c)
