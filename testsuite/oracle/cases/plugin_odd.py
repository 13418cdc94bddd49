# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""The plugin beside what goes wrong: links that fail, options that do not
exist, a program that cannot be run, outputs that are no files; and what the
program is given exactly, by one that records it."""

import os
import shutil

import disk


def twice(bench, link):
    """The plugin's options twice: one merge.  GNU ld says so itself."""
    disk.remove(link.build.image)
    status, text = bench.run.command(link.command(
        *bench.plugged("verbose", "fatal"), *bench.plugged("verbose")))
    problems = [f"exit status {status}"] if status else []
    if text.count(" merged: ") != 1:
        problems.append("it is not merged once")
    problems += bench.checked(link.build.image, "kernel", [])
    bench.run.result(link.name + ", twice", problems, text)


def without_proc(bench, link):
    """As in build roots."""
    name = link.name + ", without /proc"
    hide = bench.run.without_proc(name)
    if not hide:
        return
    disk.remove(link.build.image)
    status, text = bench.run.command(
        [*hide, *link.command(*bench.plugged("fatal"))])
    problems = [f"exit status {status}"] if status else []
    problems += bench.checked(link.build.image, "kernel", [])
    bench.run.result(name, problems, text)


def told_cases(bench, linker, link_class):
    """What the plugin says when the linker or sfmerge cannot do it, and that a
    plugin which is given twice works once."""
    own = linker.merges() or "v2"
    link = link_class(bench, linker, "pie", own)
    link.name += "/told"
    if not bench.run.wanted(link.name):
        return
    twice(bench, link)
    without_proc(bench, link)


RECORDER = """#!/bin/sh
printf '%s\\n' "$@" >{0}.args
{1}
"""
# What the plugin's messages begin with; paths may have the name alone.
SPEAKS = "sfmerge: "


class Odd:
    """The cases of one linker."""

    def __init__(self, bench, linker, link_class):
        self.bench, self.run, self.linker = bench, bench.run, linker
        self.link_class = link_class
        self.version = linker.merges() or "v2"
        self.image = self.run.path("image")
        self.record = self.run.path("record")

    def link(self, kind="pie", *more):
        """A link of the program."""
        return self.link_class(self.bench, self.linker, kind, self.version,
                               *more)

    def recorder(self, end="exit 0"):
        """A program that records what it is given, and ends with END."""
        path = self.run.path("recorder")
        disk.remove(self.record + ".args")
        disk.script(path, RECORDER.format(self.record, end))
        return path

    def recorded(self):
        """The recorded arguments, or None."""
        path = self.record + ".args"
        if not os.path.exists(path):
            return None
        return disk.text(path).split("\n")[:-1]

    def arguments(self, *options):
        """Those of sfmerge, with OPTIONS."""
        return ["repair", *options, "--in-place", "--overwrite", "--",
                self.image]

    def result(self, name, problems, text=""):
        """Print the result of case NAME."""
        self.run.result(f"plugin/{self.linker.name}/{name}", problems, text)

    def wanted(self, name):
        """Whether the case NAME was asked for."""
        return self.run.wanted(f"plugin/{self.linker.name}/{name}")

    def same(self):
        """The linker's output is what it is without the plugin."""
        for kind in ("pie", "static", "shared", "gc", "cxx"):
            link = self.link(kind)
            if not self.wanted("same output/" + kind) or not link.without():
                continue
            status, text = self.run.command(link.command(
                *self.bench.plugged(tool=self.recorder())))
            problems = [f"exit status {status}"] if status else []
            problems += differ(link.plain, self.image)
            if self.recorded() != self.arguments(
                    "--quiet", "--to=v3", "--fill", "--grow=move-phdrs"):
                problems.append(f"arguments {self.recorded()}")
            self.result("same output/" + kind, problems, text)

    def passes_on(self):
        """The options that the program gets."""
        if not self.wanted("options"):
            return
        given = ("to=v2", "plt=none", "share-rows", "for=x y", "partial",
                 "share-rows=never", "to=v3", "verbose", "grow=none")
        want = ["--to=v3", "--plt=none", "--share-rows=never", "--for=x y",
                "--partial", "--verbose", "--grow=none"]
        for kind, flags, own in (
                ("an image", [], ["--fill", "--grow=move-phdrs"]),
                ("an object", ["-r", "-nostdlib"], ["--fill=none"])):
            link = self.link()
            link.build.flags = flags
            status, text = self.run.command(link.command(
                *self.bench.plugged(*given, tool=self.recorder())))
            problems = [f"exit status {status}"] if status else []
            if self.recorded() != self.arguments(*own, *want):
                problems.append(f"arguments {self.recorded()}")
            self.result("options for " + kind, problems, text)

    def the_map(self):
        """The link map is whole when the program reads it: GNU ld closes it
        later."""
        if not self.wanted("map"):
            return
        link = self.link()
        copy = self.run.path("copy.map")
        status, text = self.run.command(link.command(*self.bench.plugged(
            tool=self.recorder(f"cp {link.build.map} {copy}"))))
        problems = [f"exit status {status}"] if status else []
        self.result("map", problems + differ(link.build.map, copy), text)

    def failed_links(self):
        """A link that fails is none of the plugin's business."""
        for name, more, drop in (
                ("undefined symbol", [], 1), ("no such library",
                                              ["-lnothere"], 0),
                ("no such object", [self.run.path("nothere.o")], 0),
                ("warnings are fatal", ["-Wl,--fatal-warnings,-z,nonsense"],
                 0),
                # GNU ld leaves the output of the link before in place.
                ("another plugin", None, 0)):
            if not self.wanted("failed link/" + name):
                continue
            link = self.link()
            link.without()
            if more is None:
                other = self.run.path("other-plugin.so")
                shutil.copy(self.bench.plugin, other)
                more = ["-Wl,-plugin," + other, "-Wl,-plugin-opt,nonsense"]
            if drop:
                link.build.inputs = link.build.inputs[:-1 - drop]
            status, text = self.run.command(link.command(
                *self.bench.plugged(tool=self.recorder()), *more))
            problems = [] if status else ["the link does not fail"]
            if self.recorded():
                problems.append("sfmerge was run")
            if SPEAKS in text and name != "another plugin":
                problems.append("sfmerge has something to say")
            if os.path.exists(self.image) and name != "no such object":
                problems += differ(link.plain, self.image)
            self.result("failed link/" + name, problems, text)

    def wrong_options(self):
        """They end the link, by name."""
        for option in ("nonsense", "nonsense=1", "to", "verbose=1", "tom=v3",
                       ""):
            name = "wrong option/" + (option or "empty")
            if not self.wanted(name):
                continue
            link = self.link()
            link.without()
            os.remove(self.image)
            status, text = self.run.command(link.command(
                *self.bench.plugged(tool=self.recorder()),
                "-Wl,-plugin-opt=" + option))
            problems = [] if status else ["the link does not fail"]
            if os.path.exists(self.image) or self.recorded():
                problems.append("there is an output")
            if f"'{option}'" not in text or "sfmerge: the plugin" not in text:
                problems.append("the message does not name it")
            self.result(name, problems, text)

    def no_merge(self):
        """The program fails: the output stays, or with `fatal` goes."""
        plain = self.run.path("not-a-program")
        disk.write(plain, "no program\n")
        for name, tool, options, words in (
                ("no program", self.run.path("nothere"), [],
                 ["cannot run", "nothere", "No such file"]),
                ("not executable", plain, [], ["cannot run", plain]),
                ("killed", "kill -9 $$", [], ["signal 9"]),
                ("status", "echo sfmerge: image: bad %s%n >&2; exit 3", [],
                 ["status 3", "sfmerge: image: bad %s%n"]),
                ("wrong value", None, ["to=v9"], ["v9", "status 2"])):
            if not self.wanted("no merge/" + name):
                continue
            for fatal in ([], ["fatal"], *(
                    (["require"], ["fatal-warnings"])
                    if name == "no program" else ())):
                link = self.link()
                link.without()
                os.remove(self.image)
                program = (tool if tool is None or "/" in tool.split()[0]
                           else self.recorder(tool))
                status, text = self.run.command(link.command(
                    *self.bench.plugged(*fatal, *options, tool=program)))
                problems = [f"the message lacks \"{w}\"" for w in words
                            if w not in text]
                if ("error: sfmerge" if fatal
                        else "warning: sfmerge") not in text:
                    problems.append("the level of the message")
                if fatal and (status == 0 or os.path.exists(self.image)):
                    problems.append(f"exit status {status}, or an output")
                if not fatal:
                    problems += differ(link.plain, self.image)
                    problems += [f"exit status {status}"] if status else []
                self.result(f"no merge/{name}"
                            + "".join(f", {word}" for word in fatal),
                            problems, text)

    def levels(self):
        """Messages of the program come with the level that they have."""
        if not self.wanted("levels"):
            return
        tool = self.recorder("echo sfmerge: a: warning: one >&2\n"
                             "echo sfmerge: a: note: two >&2\n"
                             "echo sfmerge: three >&2")
        status, text = self.run.command(
            self.link().command(*self.bench.plugged(tool=tool)))
        problems = [f"exit status {status}"] if status else []
        lines = text.splitlines()
        for want in ("warning: sfmerge: a: one", "sfmerge: a: two",
                     "sfmerge: three"):
            if not any(li.endswith(want) for li in lines):
                problems.append(f"no line \"{want}\"")
        if text.count("warning") != 1 or "error" in text:
            problems.append("other levels")
        self.result("levels", problems, text)

    def no_files(self):
        """Outputs that are no ELF files."""
        for name, more, out in (
                ("/dev/null", [], "/dev/null"),
                ("binary", ["-Wl,--oformat=binary", "-static",
                            "-Wl,--defsym=__ehdr_start=0"], None)):
            if not self.wanted("no file/" + name):
                continue
            link = self.link("no-pie")
            status, text = self.run.command(link.command(
                *more, *self.bench.plugged(tool=self.recorder()), out=out))
            problems = [f"exit status {status}"] if status else []
            if self.recorded() is not None:
                problems.append("sfmerge was run")
            self.result("no file/" + name, problems, text)

    def surroundings(self):
        """What the linker was started with."""
        for name, prefix in (
                ("nothing open", ["sh", "-c", 'exec "$@" <&- >&- 2>&-',
                                  "sh"]),
                ("hardly any environment", ["env", "-i",
                                         "PATH=/usr/bin:/bin"])):
            link = self.link()
            if not self.wanted("surroundings/" + name) or not link.without():
                continue
            os.remove(self.image)
            status, text = self.run.command(
                prefix + link.command(*self.bench.plugged(
                    "fatal")))
            problems = [f"exit status {status}"] if status else []
            self.result("surroundings/" + name,
                        problems or link.problems(), text)

    def no_sigchld(self):
        """A linker that was started with SIGCHLD ignored; the compiler's
        driver would fix that."""
        folders = [f[2:] for f in self.linker.flags if f.startswith("-B")]
        program = (os.path.join(folders[0], "ld") if folders else
                   "ld.gold" if self.linker.family == "gold" else "ld.bfd")
        if not self.wanted("surroundings/SIGCHLD ignored"):
            return
        flags = [w for f in self.bench.plugged("fatal")
                 for w in f.split(",")[1:]]
        status, text = self.run.command(
            ["env", "--ignore-signal=CHLD", program, "-shared", "-o",
             self.image, *self.link("shared").build.inputs, *flags])
        problems = [f"exit status {status}"] if status else []
        problems += self.bench.checked(
            self.image, "kernel", self.link("shared").build.inputs)
        self.result("surroundings/SIGCHLD ignored", problems, text)

    def by_path(self):
        """A plugin that was copied alone runs the program of PATH; others run
        the one that they belong to."""
        name = "program of PATH"
        if not self.wanted(name):
            return
        folder = self.run.path("path")
        os.makedirs(folder, exist_ok=True)
        shutil.copy(self.recorder(), os.path.join(folder, "sfmerge"))
        alone = self.run.path("alone.so")
        shutil.copy(self.bench.plugin, alone)
        status, text = self.run.command(
            ["env", f"PATH={folder}:{os.environ['PATH']}",
             *self.link().command("-Wl,-plugin," + alone)])
        problems = [f"exit status {status}"] if status else []
        if self.recorded() is None:
            problems.append("it is not run")
        self.result(name, problems, text)

    def others(self):
        """Files beside the output: a name that it had before, and those that
        must not be there."""
        if not self.wanted("other name of the output"):
            return
        link = self.link()
        link.without()
        other = self.run.absent("other-name")
        os.link(self.image, other)
        before = set(os.listdir(self.run.folder))
        status, text = self.run.command(link.command(
            *self.bench.plugged("fatal")))
        problems = [f"exit status {status}"] if status else []
        problems += differ(link.plain, other)
        problems += link.problems()
        left = set(os.listdir(self.run.folder)) - before - {"record.args"}
        problems += [f"left: {left}"] if left else []
        os.remove(other)
        self.result("other name of the output", problems, text)

    def stripped(self):
        """Without symbols, table and map .eh_frame describes what is there."""
        if self.linker.name == "ld-2.47" or not self.wanted("nothing left"):
            return
        link = self.link("gc", "-s")
        link.without()
        status, text = link.with_it()
        problems = [f"exit status {status}"] if status else []
        problems += self.bench.checked(self.image, "kernel", [])
        self.result("nothing left, no map", problems, text)

    def no_tables(self):
        """Objects without .sframe are described, too."""
        if not self.wanted("no .sframe"):
            return
        link = self.link()
        for idx, path in enumerate(link.build.inputs):
            bare = self.run.path(f"bare{idx}.o")
            self.run.command(["objcopy", "-R", ".sframe", path, bare])
            link.build.inputs[idx] = bare
        link.without()
        status, text = link.with_it("fatal")
        problems = [f"exit status {status}"] if status else []
        if text:
            problems.append("there are messages")
        problems += self.bench.checked(self.image, "kernel", [])
        self.result("no .sframe", problems, text)


def differ(one, two):
    """Whether the files ONE and TWO differ, as problems."""
    return [] if disk.same_bytes(one, two) else [
        f"{os.path.basename(two)} is not as it was"]


def odd_cases(bench, linker, link_class):
    """The plugin beside what goes wrong: links that fail, options that do not
    exist, a program that cannot be run, outputs that are no files; and what
    the program is given exactly, by one that records it."""
    odd = Odd(bench, linker, link_class)
    for case in (odd.same, odd.passes_on, odd.failed_links,
                 odd.wrong_options, odd.no_merge, odd.levels, odd.no_files,
                 odd.surroundings, odd.no_sigchld, odd.by_path, odd.the_map,
                 odd.others, odd.stripped, odd.no_tables):
        case()


def the_path(bench):
    """--print-plugin."""
    if not bench.run.wanted("plugin/path"):
        return
    status, text = bench.run.sfmerge("--print-plugin")
    problems = [f"exit status {status}"] if status else []
    if not text.startswith("/") or not os.path.exists(bench.plugin) or (
            not os.path.samefile(text.rstrip("\n"), bench.plugin)):
        problems.append(f"it is not {bench.plugin}")
    bench.run.result("plugin/path", problems, text)
