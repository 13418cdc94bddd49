# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Benchmarks.  Nothing here is built or run by "make" and "make check".

EXTRA_PROGRAMS = \
  %D%/bench-engine %D%/bench-floor %D%/bench-heads %D%/bench-prove \
  %D%/bench-reader %D%/bench-time
bench_cppflags = $(base_cppflags) -iquote $(top_srcdir)/include \
  -iquote $(top_srcdir)/%D%
%C%_bench_engine_CPPFLAGS = $(bench_cppflags) \
  -iquote $(top_srcdir)/testsuite/unit \
  -iquote $(top_srcdir)/bfdglue/base -iquote $(top_srcdir)/bfdglue/elf
%C%_bench_engine_SOURCES = \
  %D%/bench-engine.c \
  %D%/bench-cfi.c \
  %D%/bench-functions.c \
  %D%/bench-functions.h \
  %D%/bench-real.c \
  %D%/bench-sections.c \
  %D%/bench-sections.h
%C%_bench_engine_LDADD = testsuite/unit/libunit.a bfdglue/base/libbase.a \
  merger/libmerger.la
%C%_bench_reader_CPPFLAGS = $(bench_cppflags) \
  -iquote $(top_srcdir)/bfdglue/base -iquote $(top_srcdir)/bfdglue/input
%C%_bench_reader_LDADD = $(glue_libs) merger/libmerger.la
%C%_bench_prove_CPPFLAGS = $(bench_cppflags) \
  -iquote $(top_srcdir)/bfdglue/prove -iquote $(top_srcdir)/bfdglue/go \
  -iquote $(top_srcdir)/bfdglue/index -iquote $(top_srcdir)/bfdglue/cfi -iquote $(top_srcdir)/bfdglue/elf \
  -iquote $(top_srcdir)/bfdglue/base
%C%_bench_prove_LDADD = $(glue_libs) merger/libmerger.la
%C%_bench_floor_CPPFLAGS = $(bench_cppflags)
%C%_bench_floor_SOURCES = \
  %D%/bench-floor.c \
  %D%/bench-sections.c \
  %D%/bench-sections.h
%C%_bench_floor_LDADD =
%C%_bench_heads_CPPFLAGS = $(base_cppflags)
%C%_bench_heads_LDADD =
%C%_bench_time_CPPFLAGS = $(base_cppflags)
%C%_bench_time_LDADD =

EXTRA_DIST += \
  %D%/README.md %D%/bench-build.py %D%/bench-chroot.py \
  %D%/bench-commands.py %D%/bench-coverage.py %D%/bench-files.py \
  %D%/bench-gate %D%/bench-goals.py %D%/bench-growth.py \
  %D%/bench-large.py %D%/bench-libdw.c %D%/bench-limits \
  %D%/bench-links.py %D%/bench-numbers.py %D%/bench-objects.py \
  %D%/bench-own.py %D%/bench-page.py %D%/bench-plots.gp \
  %D%/bench-results.py %D%/bench-sizes.py %D%/bench-step.py \
  %D%/bench-synth.py %D%/bench-system.py %D%/bench-tables.py %D%/bench-walk.py \
  %D%/bench-where.py %D%/goals.md %D%/measured.md
CLEANFILES += $(EXTRA_PROGRAMS)

# Results are kept in BENCH_RESULTS until "make bench-page" copies them into
# the pages.  Only "make bench-full" and bench-growth give results for it.
bench_results = %D%/results.txt
# How often commands are run; use more on a busy machine.
BENCH_RUNS = 5
bench_environment = PYTHONDONTWRITEBYTECODE=1 BENCH_FOLDER='%D%/scratch' \
  BENCH_TIME='%D%/bench-time$(EXEEXT)' SFMERGE='./sfmerge$(EXEEXT)' \
  BENCH_ENGINE='%D%/bench-engine$(EXEEXT)' CC='$(CC)' \
  BENCH_FLOOR='%D%/bench-floor$(EXEEXT)' \
  BENCH_HEADS='%D%/bench-heads$(EXEEXT)' \
  BENCH_PLUGIN='plugin/.libs/sfmerge-plugin.so'
bench_kept = $(bench_environment) BENCH_RESULTS='$(bench_results)'
bench_script = python3 $(srcdir)/%D%

.PHONY: bench bench-chroot bench-coverage bench-full bench-gate \
  bench-growth bench-page bench-programs bench-step bench-system-page \
  bench-walk
# In a make of its own, after "all": in parallel, both would build the same
# libraries.
bench-programs: all
	@$(MAKE) $(AM_MAKEFLAGS) $(EXTRA_PROGRAMS)
# Takes less than two minutes.
bench: bench-programs
	%D%/bench-engine -n 200000
	$(bench_environment) $(bench_script)/bench-commands.py \
	  --objects 400 --functions 100 --shuffled 2000
	$(bench_environment) $(bench_script)/bench-build.py \
	  --objects 400 --functions 20 --runs 3
	$(bench_environment) $(bench_script)/bench-synth.py \
	  --objects 100 --functions 100 --runs 3
	$(bench_environment) $(bench_script)/bench-growth.py \
	  --most 0.01 --runs 3 functions rows objects
# Inputs of the sizes for which the goals are set.
bench-full: bench-programs
	$(bench_kept) $(bench_script)/bench-results.py engine \
	  %D%/bench-engine -n 1000000
	$(bench_kept) $(bench_script)/bench-results.py 'engine two threads' \
	  %D%/bench-engine -n 1000000 -t 2 merge merge-shuffled compact
	$(bench_kept) $(bench_script)/bench-own.py $(srcdir) %D%/scratch/own
	$(bench_kept) $(bench_script)/bench-sizes.py \
	  --list %D%/scratch/own/list
	$(bench_kept) $(bench_script)/bench-results.py 'engine real' \
	  %D%/bench-engine -f %D%/scratch/own/list -r 100 \
	  merge compact verify check
	$(bench_kept) $(bench_script)/bench-where.py \
	  --list %D%/scratch/own/list
	$(bench_kept) $(bench_script)/bench-commands.py \
	  --objects 10000 --functions 100 --shuffled 10000 \
	  --runs $(BENCH_RUNS)
	$(bench_kept) $(bench_script)/bench-synth.py \
	  --objects 2000 --functions 100 --runs $(BENCH_RUNS)
	$(bench_kept) $(bench_script)/bench-large.py || test $$? = 77
	$(bench_kept) $(bench_script)/bench-results.py build \
	  python3 $(srcdir)/%D%/bench-build.py \
	  --objects 5000 --functions 20 --runs $(BENCH_RUNS)
bench-growth: bench-programs
	$(bench_kept) $(bench_script)/bench-growth.py --runs $(BENCH_RUNS)
# Copies all of BENCH_WALK.
BENCH_WALK = /usr
bench-walk: bench-programs
	$(bench_kept) $(bench_script)/bench-walk.py --synth '$(BENCH_WALK)'
# BENCH_STEP: options of bench-step.py.
BENCH_STEP =
bench-step: bench-programs
	@$(MAKE) $(AM_MAKEFLAGS) testsuite/stepper/prove-step$(EXEEXT)
	$(bench_environment) \
	  BENCH_STEPPER='testsuite/stepper/prove-step$(EXEEXT)' \
	  $(bench_script)/bench-step.py $(BENCH_STEP)
	$(bench_environment) \
	  BENCH_STEPPER='testsuite/stepper/prove-step$(EXEEXT)' \
	  $(bench_script)/bench-step.py --walks --samples 1500 \
	  --only avx2
# BENCH_SETS: words NAME=PATH,... for bench-coverage.py.
BENCH_SETS = /usr=/usr
system_kept = $(bench_environment) BENCH_RESULTS='%D%/system.txt'
bench-coverage: bench-programs
	$(system_kept) $(bench_script)/bench-coverage.py $(BENCH_SETS)
# Wants root and debootstrap.
BENCH_CHROOT = %D%/scratch/chroot
bench-chroot: bench-programs
	$(system_kept) $(bench_script)/bench-chroot.py '$(BENCH_CHROOT)'
# Run after both of these: take what they measured into the pages.
bench-system-page:
	cp %D%/system.txt $(srcdir)/doc/system.txt
	PYTHONDONTWRITEBYTECODE=1 $(bench_script)/bench-page.py \
	  $(srcdir)/doc/system.txt $(srcdir)/%D%/measured.md
	PYTHONDONTWRITEBYTECODE=1 $(bench_script)/bench-page.py \
	  $(srcdir)/doc/system.txt $(srcdir)/%D%/goals.md
# Run after bench-full and bench-growth: update the numbers, tables and plots
# in the sources.
bench-page:
	cp $(bench_results) $(srcdir)/doc/performance.txt
	PYTHONDONTWRITEBYTECODE=1 $(bench_script)/bench-page.py \
	  $(srcdir)/doc/performance.txt $(srcdir)/%D%/measured.md \
	  $(srcdir)/%D%/bench-plots.gp
	PYTHONDONTWRITEBYTECODE=1 $(bench_script)/bench-page.py \
	  $(srcdir)/doc/performance.txt $(srcdir)/%D%/goals.md
# Counts instructions, which do not depend on the machine's load.
bench-gate: bench-programs
	@$(bench_environment) $(SHELL) $(srcdir)/%D%/bench-gate $(srcdir)/%D%
mostlyclean-local: clean-bench
clean-bench:
	rm -rf %D%/scratch $(bench_results) %D%/system.txt
.PHONY: clean-bench
