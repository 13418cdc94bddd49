# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The suite: groups of DejaGnu tests, unit programs, fuzz targets.

# A group is a folder sfmerge.NAME with NAME.exp.  The long ones come first, so
# that check-parallel does not end with one of them alone.
test_groups = \
  symbols link repair wrap corpus check grow plugin plt split \
  alloc cli compact convert decode dump elf merge reject reserve unit

# Folders go into the tarball whole.
EXTRA_DIST += \
  %D%/config %D%/fuzz/corpus %D%/inc %D%/lib %D%/oracle \
  $(test_groups:%=%D%/sfmerge.%)

# Unit programs print "PASS: NAME" and "FAIL: NAME" lines by unit/result.h,
# which sfmerge.unit/unit.exp reads.  A program is its name here; its source is that
# with .c, and what it is linked with is in LDADD.
check_PROGRAMS += \
  %D%/unit/plt-functions \
  %D%/unit/plt-step \
  %D%/unit/unit-against-parts \
  %D%/unit/unit-alloc \
  %D%/unit/unit-check \
  %D%/unit/unit-claims \
  %D%/unit/unit-code \
  %D%/unit/unit-compact \
  %D%/unit/unit-consumers \
  %D%/unit/unit-coverage \
  %D%/unit/unit-debug-file \
  %D%/unit/unit-eh-frame \
  %D%/unit/unit-file-bytes \
  %D%/unit/unit-grow \
  %D%/unit/unit-holes \
  %D%/unit/unit-image-plt \
  %D%/unit/unit-input-code \
  %D%/unit/unit-installed \
  %D%/unit/unit-invariant \
  %D%/unit/unit-keys \
  %D%/unit/unit-limits \
  %D%/unit/unit-loaded \
  %D%/unit/unit-map \
  %D%/unit/unit-output-faults \
  %D%/unit/unit-output-file \
  %D%/unit/unit-own-lacking \
  %D%/unit/unit-own-shift \
  %D%/unit/unit-own-verdict \
  %D%/unit/unit-plt \
  %D%/unit/unit-plt-run \
  %D%/unit/unit-pool \
  %D%/unit/unit-property \
  %D%/unit/unit-ranges \
  %D%/unit/unit-relocatable \
  %D%/unit/unit-rewrite \
  %D%/unit/unit-room \
  %D%/unit/unit-same \
  %D%/unit/unit-share \
  %D%/unit/unit-sized \
  %D%/unit/unit-sort \
  %D%/unit/unit-symbols \
  %D%/unit/unit-verdict \
  %D%/unit/unit-ways \
  %D%/unit/unit-workers

# What the plugin is made of is in no library.
if PLUGIN
check_PROGRAMS += %D%/unit/unit-plugin
endif
%C%_unit_unit_plugin_SOURCES = \
  %D%/unit/unit-plugin.c \
  %D%/unit/result.c %D%/unit/result.h \
  plugin/plugin-elf.c plugin/plugin-elf.h \
  plugin/plugin-inputs.c plugin/plugin-inputs.h \
  plugin/plugin-messages.c plugin/plugin-messages.h \
  plugin/plugin-options.c plugin/plugin-options.h
%C%_unit_unit_plugin_CPPFLAGS = $(base_cppflags) \
  -iquote $(top_srcdir)/plugin -iquote $(top_srcdir)/%D%/unit
%C%_unit_unit_plugin_LDADD = $(PLUGIN_LIBS)

# Ends a command at a system call of its own, for the group repair.
check_PROGRAMS += %D%/unit/kill-at

# What several of them use.
check_LIBRARIES += %D%/unit/libunit.a
%C%_unit_libunit_a_SOURCES = \
  %D%/unit/check-cases.c \
  %D%/unit/check-cases.h \
  %D%/unit/fixture-files.c \
  %D%/unit/fixture-files.h \
  %D%/unit/fixture-frame.c \
  %D%/unit/fixture-frame.h \
  %D%/unit/fixture-headers.c \
  %D%/unit/fixture-headers.h \
  %D%/unit/fixture-image.c \
  %D%/unit/fixture-image.h \
  %D%/unit/fixture-own.c \
  %D%/unit/fixture-own.h \
  %D%/unit/fixture-tables.c \
  %D%/unit/fixture-tables.h \
  %D%/unit/fixture-verdict.c \
  %D%/unit/fixture-verdict.h \
  %D%/unit/generate-encode.c \
  %D%/unit/generate.c \
  %D%/unit/generate.h \
  %D%/unit/invariant-base.c \
  %D%/unit/invariant-base.h \
  %D%/unit/invariant-cases.c \
  %D%/unit/invariant-cases.h \
  %D%/unit/model.c \
  %D%/unit/model.h \
  %D%/unit/plt-cases.c \
  %D%/unit/plt-cases.h \
  %D%/unit/plt-spoil.c \
  %D%/unit/plt-spoil.h \
  %D%/unit/plt-stepper.c \
  %D%/unit/plt-stepper.h \
  %D%/unit/plt-truth.c \
  %D%/unit/plt-truth.h \
  %D%/unit/result.c \
  %D%/unit/result.h

# What unit programs may include and are linked with.
unit_rooms = include testsuite/unit bfdglue/base bfdglue/files bfdglue/elf bfdglue/cfi bfdglue/input bfdglue/index bfdglue/pieces bfdglue/plt bfdglue/map bfdglue/place bfdglue/edit bfdglue/object bfdglue/audit
unit_rooms += tool/ui tool/consumers
unit_cppflags = $(base_cppflags) $(unit_rooms:%=-iquote $(top_srcdir)/%)
unit_libs = %D%/unit/libunit.a tool/consumers/libconsumers.a tool/ui/libui.a \
  $(glue_libs) merger/libmerger.la
%C%_unit_libunit_a_CPPFLAGS = $(unit_cppflags)
%C%_unit_plt_functions_CPPFLAGS = $(unit_cppflags)
%C%_unit_plt_functions_LDADD = $(unit_libs)
%C%_unit_plt_step_CPPFLAGS = $(unit_cppflags)
%C%_unit_plt_step_LDADD = $(unit_libs)
%C%_unit_unit_against_parts_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_against_parts_LDADD = $(unit_libs)
%C%_unit_unit_alloc_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_alloc_LDADD = $(unit_libs)
%C%_unit_unit_check_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_check_LDADD = $(unit_libs)
%C%_unit_unit_claims_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_claims_LDADD = $(unit_libs)
%C%_unit_unit_code_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_code_LDADD = $(unit_libs)
%C%_unit_unit_compact_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_compact_LDADD = $(unit_libs)
%C%_unit_unit_consumers_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_consumers_LDADD = $(unit_libs)
%C%_unit_unit_coverage_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_coverage_LDADD = $(unit_libs)
%C%_unit_unit_debug_file_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_debug_file_LDADD = $(unit_libs)
%C%_unit_unit_eh_frame_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_eh_frame_LDADD = $(unit_libs)
%C%_unit_unit_file_bytes_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_file_bytes_LDADD = $(unit_libs)
%C%_unit_unit_grow_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_grow_LDADD = $(unit_libs)
%C%_unit_unit_holes_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_holes_LDADD = $(unit_libs)
%C%_unit_unit_image_plt_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_image_plt_LDADD = $(unit_libs)
%C%_unit_unit_input_code_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_input_code_LDADD = $(unit_libs)
%C%_unit_unit_installed_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_installed_LDADD = $(unit_libs)
%C%_unit_unit_invariant_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_invariant_LDADD = $(unit_libs)
%C%_unit_unit_keys_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_keys_LDADD = $(unit_libs)
%C%_unit_unit_limits_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_limits_LDADD = $(unit_libs)
%C%_unit_unit_loaded_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_loaded_LDADD = $(unit_libs)
%C%_unit_unit_map_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_map_LDADD = $(unit_libs)
%C%_unit_unit_output_faults_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_output_faults_LDADD = $(unit_libs)
%C%_unit_unit_output_file_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_output_file_LDADD = $(unit_libs)
%C%_unit_unit_own_lacking_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_own_lacking_LDADD = $(unit_libs)
%C%_unit_unit_own_shift_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_own_shift_LDADD = $(unit_libs)
%C%_unit_unit_own_verdict_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_own_verdict_LDADD = $(unit_libs)
%C%_unit_unit_plt_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_plt_LDADD = $(unit_libs)
%C%_unit_unit_plt_run_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_plt_run_LDADD = $(unit_libs)
%C%_unit_unit_pool_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_pool_LDADD = $(unit_libs)
%C%_unit_unit_property_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_property_LDADD = $(unit_libs)
%C%_unit_unit_ranges_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_ranges_LDADD = $(unit_libs)
%C%_unit_unit_relocatable_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_relocatable_LDADD = $(unit_libs)
%C%_unit_unit_rewrite_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_rewrite_LDADD = $(unit_libs)
%C%_unit_unit_room_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_room_LDADD = $(unit_libs)
%C%_unit_unit_same_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_same_LDADD = $(unit_libs)
%C%_unit_unit_share_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_share_LDADD = $(unit_libs)
%C%_unit_unit_sized_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_sized_LDADD = $(unit_libs)
%C%_unit_unit_sort_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_sort_LDADD = $(unit_libs)
%C%_unit_unit_symbols_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_symbols_LDADD = $(unit_libs)
%C%_unit_unit_verdict_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_verdict_LDADD = $(unit_libs)
%C%_unit_unit_ways_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_ways_LDADD = $(unit_libs)
%C%_unit_unit_workers_CPPFLAGS = $(unit_cppflags)
%C%_unit_unit_workers_LDADD = $(unit_libs)
%C%_unit_kill_at_CPPFLAGS = $(base_cppflags)
%C%_unit_kill_at_LDADD =

# A fuzz target is one file with libFuzzer's entry point.  replay-NAME feeds it
# built-in inputs and mutants of them as an ordinary test, or the files given,
# among them fuzz/corpus/; fuzz-NAME, with --enable-fuzzing, is libFuzzer's.
check_PROGRAMS += \
  %D%/fuzz/replay-check \
  %D%/fuzz/replay-decode \
  %D%/fuzz/replay-merge
replay_sources = %D%/fuzz/fuzz.h %D%/fuzz/replay.c
%C%_fuzz_replay_check_SOURCES = %D%/fuzz/fuzz-check.c $(replay_sources)
%C%_fuzz_replay_decode_SOURCES = %D%/fuzz/fuzz-decode.c $(replay_sources)
%C%_fuzz_replay_merge_SOURCES = %D%/fuzz/fuzz-merge.c $(replay_sources)
if FUZZING
check_PROGRAMS += \
  %D%/fuzz/fuzz-check \
  %D%/fuzz/fuzz-decode \
  %D%/fuzz/fuzz-merge
endif
fuzz_sources = %D%/fuzz/fuzz.h %D%/fuzz/fuzz-abort.c
%C%_fuzz_fuzz_check_SOURCES = %D%/fuzz/fuzz-check.c $(fuzz_sources)
%C%_fuzz_fuzz_check_LDFLAGS = -fsanitize=fuzzer
%C%_fuzz_fuzz_decode_SOURCES = %D%/fuzz/fuzz-decode.c $(fuzz_sources)
%C%_fuzz_fuzz_decode_LDFLAGS = -fsanitize=fuzzer
%C%_fuzz_fuzz_merge_SOURCES = %D%/fuzz/fuzz-merge.c $(fuzz_sources)
%C%_fuzz_fuzz_merge_LDFLAGS = -fsanitize=fuzzer

%C%_fuzz_replay_check_CPPFLAGS = $(unit_cppflags)
%C%_fuzz_replay_check_LDADD = $(unit_libs)
%C%_fuzz_replay_decode_CPPFLAGS = $(unit_cppflags)
%C%_fuzz_replay_decode_LDADD = $(unit_libs)
%C%_fuzz_replay_merge_CPPFLAGS = $(unit_cppflags)
%C%_fuzz_replay_merge_LDADD = $(unit_libs)
%C%_fuzz_fuzz_check_CPPFLAGS = $(unit_cppflags)
%C%_fuzz_fuzz_check_LDADD = $(unit_libs)
%C%_fuzz_fuzz_decode_CPPFLAGS = $(unit_cppflags)
%C%_fuzz_fuzz_decode_LDADD = $(unit_libs)
%C%_fuzz_fuzz_merge_CPPFLAGS = $(unit_cppflags)
%C%_fuzz_fuzz_merge_LDADD = $(unit_libs)

DEJATOOL = sfmerge
EXTRA_DEJAGNU_SITE_CONFIG = %D%/tools.exp
AM_RUNTESTFLAGS = --srcdir $(abs_top_srcdir)/%D%

# One runtest a group, each in its own folder, so that "make -j check-parallel"
# keeps all processors busy; without -j it takes two.
.PHONY: check-parallel check-groups check-programs
# In a make of its own, after "all" is done: side by side the two would build
# the same libraries.
check-programs: all
	@$(MAKE) $(AM_MAKEFLAGS) $(check_LIBRARIES) $(check_PROGRAMS)
check-parallel: check-programs site.exp
	@rm -rf %D%/parallel %D%/scratch
	@case ' $(MAKEFLAGS)' in *\ -j*|*jobserver*) jobs= ;; *) jobs=-j2 ;; esac; \
	$(MAKE) $(AM_MAKEFLAGS) $$jobs -k check-groups; \
	$(SHELL) $(top_srcdir)/build-aux/count-results \
	  $(test_groups:%=%D%/parallel/%/sfmerge.sum)
check-groups: $(test_groups:%=check-group-%)
.PHONY: $(test_groups:%=check-group-%)
$(test_groups:%=check-group-%):
	@group=$(@:check-group-%=%); folder=%D%/parallel/$$group; \
	$(MKDIR_P) $$folder && cp site.exp $$folder && cd $$folder && \
	if runtest --tool sfmerge --srcdir $(abs_top_srcdir)/%D% \
	     --objdir "$$(pwd)" --outdir . $(RUNTESTFLAGS) \
	     $$group.exp >runtest.out 2>&1 </dev/null; \
	then echo "  CHECK    $$group"; \
	else echo "  CHECK    $$group: see $$folder/sfmerge.log"; fi

CLEANFILES += %D%/sfmerge.sum %D%/sfmerge.log
clean-local:
	rm -rf %D%/parallel %D%/scratch

# Folders are copied with what Python left in them.
dist-hook:
	find $(distdir)/%D% -name __pycache__ -exec rm -rf {} +
