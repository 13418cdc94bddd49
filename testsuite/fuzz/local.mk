# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The fuzz targets.

# A fuzz target is one file with libFuzzer's entry point.  replay-NAME feeds it
# built-in inputs and mutants of them as an ordinary test, or the files given,
# among them fuzz/corpus/; fuzz-NAME, with --enable-fuzzing, is libFuzzer's.
# What the targets share is in a library, from which each takes its part.
check_LIBRARIES += %D%/libfuzz.a
%C%_libfuzz_a_CPPFLAGS = $(unit_cppflags)
%C%_libfuzz_a_SOURCES = \
  %D%/json-judge.c \
  %D%/json-judge.h \
  %D%/mutate-elf.c \
  %D%/mutate-plain.c \
  %D%/mutate-values.c \
  %D%/mutate.h \
  %D%/workdir.c \
  %D%/workdir.h \
  %D%/script.c \
  %D%/script.h
fuzz_archives = %D%/libfuzz.a testsuite/unit/libunit.a $(tool_archives) \
  wrap/libwrap.a tool/ui/libui.a $(glue_archives) $(engine_archive)
fuzz_libs = $(fuzz_archives) $(BFD_LIBS) $(unpack_libs) $(JANSSON_LIBS) \
  $(ZYDIS_LIBS)
fuzz_programs = $(replay_programs) $(engine_programs)
$(fuzz_programs) $(fuzz_programs:=.$(OBJEXT)): \
  AM_CPPFLAGS = $(unit_cppflags) -iquote $(top_srcdir)/tool \
    -iquote $(top_srcdir)/wrap
$(replay_programs): LDADD = $(fuzz_libs)
$(engine_programs): LDADD = $(fuzz_libs) $(LIB_FUZZING_ENGINE)
$(fuzz_programs): private LINK = $(plain_link)
$(fuzz_programs): $(fuzz_archives)

replay_programs = \
  %D%/replay-build \
  %D%/replay-cfi \
  %D%/replay-check \
  %D%/replay-command \
  %D%/replay-decode \
  %D%/replay-find \
  %D%/replay-image \
  %D%/replay-json \
  %D%/replay-map \
  %D%/replay-merge \
  %D%/replay-object \
  %D%/replay-prove \
  %D%/replay-wrap
replay_sources = \
  %D%/fuzz.h %D%/replay.c %D%/seeds.c %D%/seeds.h
replay_plain = $(replay_sources) %D%/mutate-bytes.c
replay_script = $(replay_sources) %D%/mutate-script.c
trial = %D%/trial.c %D%/trial.h
command_judge = %D%/trial-written.c $(trial)
build_judge = %D%/fuzz-build-judge.c %D%/fuzz-build-judge.h
%C%_replay_build_SOURCES = %D%/fuzz-build.c $(build_judge) \
  $(replay_plain)
%C%_replay_cfi_SOURCES = %D%/fuzz-cfi.c \
  $(replay_plain)
%C%_replay_check_SOURCES = %D%/fuzz-check.c \
  $(replay_plain)
%C%_replay_command_SOURCES = %D%/fuzz-command.c $(command_judge) \
  $(replay_script)
%C%_replay_decode_SOURCES = %D%/fuzz-decode.c \
  $(replay_plain)
%C%_replay_find_SOURCES = %D%/fuzz-find.c \
  $(replay_plain)
%C%_replay_image_SOURCES = %D%/fuzz-image.c \
  $(replay_script)
%C%_replay_json_SOURCES = %D%/fuzz-json.c \
  $(replay_plain)
%C%_replay_map_SOURCES = %D%/fuzz-map.c \
  $(replay_script)
%C%_replay_merge_SOURCES = %D%/fuzz-merge.c \
  $(replay_plain)
%C%_replay_object_SOURCES = %D%/fuzz-object.c \
  $(replay_script)
%C%_replay_prove_SOURCES = %D%/fuzz-prove.c \
  $(replay_plain)
%C%_replay_wrap_SOURCES = %D%/fuzz-wrap.c \
  $(replay_script)
engine_programs =
if FUZZING
engine_programs += \
  %D%/fuzz-build \
  %D%/fuzz-cfi \
  %D%/fuzz-check \
  %D%/fuzz-command \
  %D%/fuzz-decode \
  %D%/fuzz-find \
  %D%/fuzz-image \
  %D%/fuzz-json \
  %D%/fuzz-map \
  %D%/fuzz-merge \
  %D%/fuzz-object \
  %D%/fuzz-prove \
  %D%/fuzz-wrap
endif
fuzz_plain = %D%/fuzz.h %D%/fuzz-abort.c
fuzz_script = $(fuzz_plain) %D%/fuzz-mutator.c %D%/mutate-script.c
%C%_fuzz_build_SOURCES = %D%/fuzz-build.c $(build_judge) \
  $(fuzz_plain)
%C%_fuzz_cfi_SOURCES = %D%/fuzz-cfi.c \
  $(fuzz_plain)
%C%_fuzz_check_SOURCES = %D%/fuzz-check.c \
  $(fuzz_plain)
%C%_fuzz_command_SOURCES = %D%/fuzz-command.c $(command_judge) \
  $(fuzz_script)
%C%_fuzz_decode_SOURCES = %D%/fuzz-decode.c \
  $(fuzz_plain)
%C%_fuzz_find_SOURCES = %D%/fuzz-find.c \
  $(fuzz_plain)
%C%_fuzz_image_SOURCES = %D%/fuzz-image.c \
  $(fuzz_script)
%C%_fuzz_json_SOURCES = %D%/fuzz-json.c \
  $(fuzz_plain)
%C%_fuzz_map_SOURCES = %D%/fuzz-map.c \
  $(fuzz_script)
%C%_fuzz_merge_SOURCES = %D%/fuzz-merge.c \
  $(fuzz_plain)
%C%_fuzz_object_SOURCES = %D%/fuzz-object.c \
  $(fuzz_script)
%C%_fuzz_prove_SOURCES = %D%/fuzz-prove.c \
  $(fuzz_plain)
%C%_fuzz_wrap_SOURCES = %D%/fuzz-wrap.c \
  $(fuzz_script)

# FUZZ_SECONDS or FUZZ_RUNS for each, FUZZ_JOBS at a time; FUZZ_TARGETS are all
# if they are not given.  FUZZ_FOLDER has inputs whose coverage counts, too.
.PHONY: fuzz fuzz-coverage fuzz-programs
fuzz-programs: all
	@$(MAKE) $(AM_MAKEFLAGS) $(check_LIBRARIES) $(fuzz_programs)
fuzz-coverage: check-programs
	@$(top_srcdir)/%D%/coverage $(FUZZ_FOLDER)
fuzz: all
if FUZZING
	@$(MAKE) $(AM_MAKEFLAGS) fuzz-programs
	@$(top_srcdir)/%D%/run-targets $(FUZZ_TARGETS)
else
	@echo 'make fuzz: needs CC=clang ./configure --enable-fuzzing' >&2; exit 1
endif
