# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""find_package (Sfmerge) in a project of CMake, with an installation that was
moved to a directory with a space in its name."""

import os
import shutil

import packages_install

PROJECT = """\
cmake_minimum_required (VERSION 3.13)
project (orchard C CXX)
find_package (Sfmerge 0.1 REQUIRED)
add_library (tree SHARED tree.cc)
sfmerge_target (tree)
add_executable (orchard main.c)
target_link_libraries (orchard tree)
sfmerge_target (orchard FOR kernel OPTIONS --require)
add_executable (plain main.c)
target_link_libraries (plain tree)
if (TARGET Sfmerge::libsfmerge)
  add_executable (reader reader.c)
  target_link_libraries (reader Sfmerge::libsfmerge)
  target_link_options (reader PRIVATE ${SANITIZERS})
endif ()
"""
FILES = {
    "CMakeLists.txt": PROJECT,
    "main.c": "int tree (int);\n"
              "int main (void) { return tree (3) != 4; }\n",
    "tree.cc": "extern \"C\" int tree (int x) { return x + 1; }\n",
    "reader.c": "#include <sfmerge.h>\n#include <stdio.h>\n"
                "int main (void) { puts (sfm_version ()); return 0; }\n",
}
GENERATORS = {"Unix Makefiles": "make", "Ninja": "ninja"}


def write_project(folder):
    """The sources, in the fresh directory FOLDER."""
    shutil.rmtree(folder, ignore_errors=True)
    packages_install.write_files(folder, FILES)


def build(run, generator, root, sanitizers):
    """The directory of a build by GENERATOR, and problems.  A library that was
    built with SANITIZERS needs their run-time libraries in its user."""
    folder = run.path("cmake project")
    write_project(folder)
    config = packages_install.find(root, "Sfmerge/SfmergeConfig.cmake")
    made = os.path.join(folder, "made")
    for command in (
            ["cmake", "-G", generator, "-S", folder, "-B", made,
             "-DCMAKE_BUILD_TYPE=Release",
             "-DSANITIZERS=" + ";".join(sanitizers),
             "-DSfmerge_DIR=" + os.path.dirname(config)],
            [*packages_install.MAKE[:-1], "cmake", "--build", made]):
        status, text = run.command(command)
        if status:
            return made, [f"{command[0]}: exit status {status}: {text}"]
    return made, []


def judge(run, made):
    """Problems with what is in MADE."""
    problems = []
    for name, merged in (("orchard", True), ("libtree.so", True),
                         ("plain", False)):
        status, text = run.sfmerge("check", "--require", "--for=kernel",
                                   os.path.join(made, name))
        if (status == 0) != merged:
            problems.append(f"{name}: status {status}: {text}")
    for name in ("orchard", "reader"):
        path = os.path.join(made, name)
        status, text = (run.command([path]) if os.path.exists(path)
                        else (0, ""))
        if status:
            problems.append(f"{name} does not run: {status}, {text}")
    return problems


def all_cases(run, sanitizers):
    """Each generator; SANITIZERS are the flags that sfmerge was built with."""
    root = packages_install.prepared(run, "packages/cmake", ["cmake"])
    if root is None:
        return
    for generator, program in GENERATORS.items():
        name = "packages/cmake: " + generator
        if not shutil.which(program):
            run.unsupported(name, "no " + program)
            continue
        made, problems = build(run, generator, root, sanitizers)
        run.result(name, problems or judge(run, made))
