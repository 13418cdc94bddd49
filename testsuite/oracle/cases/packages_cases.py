#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
"""What other programs use of sfmerge: the installation, build systems, what
makes packages, and what runs it on many machines."""

import os
import sys

import packages_distributions
import packages_fleet
import packages_hooks
import packages_install
import packages_systems
import runner


def main():
    """The command."""
    options = runner.parser("--top")
    options.add_argument("--sanitizers", default="")
    args = options.parse_args()
    run = runner.Runner(os.path.abspath(args.sfmerge),
                        os.path.abspath(args.folder), args.only)
    packages_install.install_cases(run)
    packages_install.places_cases(run)
    sanitizers = args.sanitizers.split()
    packages_install.pkgconfig_cases(run, sanitizers)
    packages_systems.cmake_cases(run, sanitizers)
    packages_systems.autoconf_cases(run)
    packages_systems.meson_cases(run, args.top, sanitizers)
    packages_distributions.debhelper_cases(run, args.top)
    packages_hooks.all_cases(run, args.top)
    packages_distributions.rpm_cases(run, args.top)
    packages_fleet.all_cases(run, args.top)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
