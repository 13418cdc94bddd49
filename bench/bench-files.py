# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""Many objects quickly, for bench-growth.py: one is assembled, and all others
are its bytes with other names and other code, so that each function has one
place in an image."""

import importlib
import os
import subprocess

bench_objects = importlib.import_module("bench-objects")

NAME = b"f00000000_"
CODE = bytes.fromhex("b84d524653")  # mov $0x5346524d, %eax


def template(folder, functions):
    """The bytes of an object of FUNCTIONS functions."""
    lines = []
    for line in bench_objects.source(0, functions).splitlines():
        # In each function a word that differs from object to object.
        lines.append(line.replace("f0_", NAME.decode()))
        if line == "\t.cfi_startproc":
            lines.append("\tmov\t$0x5346524d, %eax")
    path = os.path.join(folder, "template.o")
    bench_objects.assemble(path, "\n".join(lines) + "\n", False)
    with open(path, "rb") as file:
        return file.read()


def variant(data, number):
    """DATA as object NUMBER."""
    return (data.replace(NAME, b"f%08d_" % number)
            .replace(CODE, CODE[:1] + number.to_bytes(4, "little")))


def start_object(folder):
    """The object with _start."""
    path = os.path.join(folder, "start.o")
    bench_objects.assemble(path, bench_objects.START, False)
    return path


def images(folder, args):
    """What ld makes of ARGS: with .sframe, and without."""
    made = os.path.join(folder, "image"), os.path.join(folder, "plain")
    subprocess.run(["ld", "-o", made[0], *args], check=True)
    subprocess.run(["objcopy", "-R", ".sframe", *made], check=True,
                   stderr=subprocess.DEVNULL)
    return made


def objects(folder, count):
    """COUNT objects of 20 functions: two images, and the arguments."""
    data, paths = template(folder, 20), [start_object(folder)]
    os.makedirs(os.path.join(folder, "many"), exist_ok=True)
    for i in range(count):
        paths.append(os.path.join(folder, "many", f"m{i}.o"))
        with open(paths[-1], "wb") as file:
            file.write(variant(data, i))
    listed = os.path.join(folder, "many.list")
    with open(listed, "w", encoding="utf-8") as file:
        file.writelines(p + "\n" for p in paths)
    return *images(folder, ["@" + listed]), ["@" + listed]


def archive_file(folder, count):
    """An archive of COUNT members of 5 functions."""
    path = os.path.join(folder, f"many{count}.a")
    if os.path.exists(path):
        return path
    data = template(folder, 5)
    with open(path, "wb") as file:
        file.write(b"!<arch>\n")
        for i in range(count):
            member = variant(data, i)
            file.write(f"m{i}.o/".encode().ljust(16)
                       + b"0".ljust(12) + b"0".ljust(6) + b"0".ljust(6)
                       + b"644".ljust(8) + str(len(member)).encode().ljust(10)
                       + b"`\n" + member + b"\n" * (len(member) & 1))
    subprocess.run(["ranlib", "-D", path], check=True)
    return path


def archive(folder, count):
    """The same, linked: two images, and the arguments."""
    start, path = start_object(folder), archive_file(folder, count)
    return *images(folder, [start, "--whole-archive", path]), [start, path]


def long_functions(folder, functions, rows):
    """An object of FUNCTIONS functions of ROWS rows."""
    lines = ["\t.text"]
    for i in range(functions):
        lines += [f"\t.globl\tf{i}", f"\t.type\tf{i}, @function", f"f{i}:",
                  "\t.cfi_startproc"]
        for row in range(rows - 1):
            lines += ["\tnop", f"\t.cfi_def_cfa_offset {16 + 8 * (row % 10)}"]
        lines += ["\tret", "\t.cfi_endproc", f"\t.size\tf{i}, .-f{i}"]
    path = os.path.join(folder, f"rows{rows}.o")
    bench_objects.assemble(path, "\n".join(lines) + "\n", False)
    return path
