# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Benchmarks.  Nothing here is built or run by "make" and "make check".

EXTRA_PROGRAMS = \
  %D%/bench-engine %D%/bench-floor %D%/bench-reader %D%/bench-time
bench_cppflags = $(base_cppflags) -iquote $(top_srcdir)/include \
  -iquote $(top_srcdir)/%D%
%C%_bench_engine_CPPFLAGS = $(bench_cppflags) \
  -iquote $(top_srcdir)/testsuite/unit
%C%_bench_engine_SOURCES = \
  %D%/bench-engine.c \
  %D%/bench-functions.c \
  %D%/bench-functions.h \
  %D%/bench-real.c \
  %D%/bench-sections.c \
  %D%/bench-sections.h
%C%_bench_engine_LDADD = testsuite/unit/libunit.a merger/libmerger.la
%C%_bench_reader_CPPFLAGS = $(bench_cppflags) \
  -iquote $(top_srcdir)/bfdglue
%C%_bench_reader_LDADD = $(glue_libs) merger/libmerger.la
%C%_bench_floor_CPPFLAGS = $(bench_cppflags)
%C%_bench_floor_SOURCES = \
  %D%/bench-floor.c \
  %D%/bench-sections.c \
  %D%/bench-sections.h
%C%_bench_floor_LDADD =
%C%_bench_time_CPPFLAGS = $(base_cppflags)
%C%_bench_time_LDADD =

EXTRA_DIST += \
  %D%/README.md %D%/bench-build.py %D%/bench-commands.py \
  %D%/bench-gate %D%/bench-limits %D%/bench-objects.py
CLEANFILES += $(EXTRA_PROGRAMS)

bench_environment = PYTHONDONTWRITEBYTECODE=1 BENCH_FOLDER='%D%/scratch' \
  BENCH_TIME='%D%/bench-time$(EXEEXT)' SFMERGE='./sfmerge$(EXEEXT)' \
  BENCH_PLUGIN='plugin/.libs/sfmerge-plugin.so'

.PHONY: bench bench-full bench-gate bench-programs
# In a make of its own, after "all" is done: side by side the two would build
# the same libraries.
bench-programs: all
	@$(MAKE) $(AM_MAKEFLAGS) $(EXTRA_PROGRAMS)
# Under two minutes.
bench: bench-programs
	%D%/bench-engine -n 200000
	$(bench_environment) python3 $(srcdir)/%D%/bench-commands.py \
	  --objects 400 --functions 100
	$(bench_environment) python3 $(srcdir)/%D%/bench-build.py \
	  --objects 400 --functions 20 --runs 3
# The size of the goals.
bench-full: bench-programs
	%D%/bench-engine -n 1000000
	$(bench_environment) python3 $(srcdir)/%D%/bench-commands.py \
	  --objects 10000 --functions 100
	$(bench_environment) python3 $(srcdir)/%D%/bench-build.py \
	  --objects 5000 --functions 20
# Instructions, which do not depend on the machine's load.
bench-gate: bench-programs
	@$(bench_environment) $(SHELL) $(srcdir)/%D%/bench-gate $(srcdir)/%D%
mostlyclean-local: clean-bench
clean-bench:
	rm -rf %D%/scratch
.PHONY: clean-bench
