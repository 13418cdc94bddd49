# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The suite: groups of DejaGnu tests, and unit programs.

# A group is a directory sfmerge.NAME with NAME.exp.  The long ones come first,
# so that check-parallel does not end with one of them alone.
test_groups = \
  unit symbols link repair wrap builds corpus campaign check grow plugin plt \
  split strip crt synth alloc faults diff cfi cli compact convert decode dump \
  elf examples merge packages reject reserve

# Directories go into the tarball whole.
EXTRA_DIST += \
  %D%/config %D%/expected-differences.md %D%/floors %D%/fuzz/corpus \
  %D%/fuzz/make-seeds %D%/fuzz/odd_objects.py %D%/fuzz/run-targets \
  %D%/fuzz/coverage %D%/fuzz/oss-fuzz \
  %D%/inc %D%/lib %D%/oracle \
  $(test_groups:%=%D%/sfmerge.%)

# Unit programs print "PASS: NAME" and "FAIL: NAME" lines by unit/result.h,
# which sfmerge.unit/unit.exp reads.  The source of each is its name with .c.
unit_programs = \
  %D%/unit/cfi-rules \
  %D%/unit/unit-changed \
  %D%/unit/unit-cfi \
  %D%/unit/unit-cfi-compare \
  %D%/unit/unit-cfi-damage \
  %D%/unit/unit-cfi-expression \
  %D%/unit/unit-cfi-growth \
  %D%/unit/unit-cfi-records \
  %D%/unit/unit-cfi-words \
  %D%/unit/plt-functions \
  %D%/unit/unit-compare-limit \
  %D%/unit/unit-compare-split \
  %D%/unit/unit-confined \
  %D%/unit/unit-alloc \
  %D%/unit/unit-builder \
  %D%/unit/unit-builder-calls \
  %D%/unit/unit-builder-growth \
  %D%/unit/unit-builder-parts \
  %D%/unit/unit-builder-usual \
  %D%/unit/unit-amplification \
  %D%/unit/unit-check \
  %D%/unit/unit-check-marks \
  %D%/unit/unit-check-text \
  %D%/unit/unit-address-users \
  %D%/unit/unit-code \
  %D%/unit/unit-consumers \
  %D%/unit/unit-coverage \
  %D%/unit/unit-debug-file \
  %D%/unit/unit-detached \
  %D%/unit/unit-detached-read \
  %D%/unit/unit-digest \
  %D%/unit/unit-digest-cases \
  %D%/unit/unit-discarded \
  %D%/unit/unit-eh-frame \
  %D%/unit/unit-fde \
  %D%/unit/unit-describe \
  %D%/unit/unit-describe-code \
  %D%/unit/unit-describe-frames \
  %D%/unit/unit-describe-go \
  %D%/unit/unit-describe-lost \
  %D%/unit/unit-describe-pieces \
  %D%/unit/unit-find-damage \
  %D%/unit/unit-find-edges \
  %D%/unit/unit-find-image \
  %D%/unit/unit-find-model \
  %D%/unit/unit-find-window \
  %D%/unit/unit-extend \
  %D%/unit/unit-go-table \
  %D%/unit/unit-archive \
  %D%/unit/unit-file-bytes \
  %D%/unit/unit-file-kind \
  %D%/unit/unit-paged \
  %D%/unit/unit-phdr-physical \
  %D%/unit/unit-phdr-plan \
  %D%/unit/unit-phdr-reuse \
  %D%/unit/unit-reloc-masks \
  %D%/unit/unit-plt-code \
  %D%/unit/unit-input-code \
  %D%/unit/unit-insert \
  %D%/unit/unit-installed \
  %D%/unit/unit-last-calls \
  %D%/unit/unit-make-room \
  %D%/unit/unit-merge \
  %D%/unit/unit-merge-memory \
  %D%/unit/unit-join \
  %D%/unit/unit-join-calls \
  %D%/unit/unit-least \
  %D%/unit/unit-limits \
  %D%/unit/unit-linker \
  %D%/unit/unit-loaded \
  %D%/unit/unit-map \
  %D%/unit/unit-map-pipe \
  %D%/unit/unit-file-tree \
  %D%/unit/unit-output-faults \
  %D%/unit/unit-output-file \
  %D%/unit/unit-overlap \
  %D%/unit/unit-overwrite \
  %D%/unit/unit-no-diag \
  %D%/unit/unit-packed-section \
  %D%/unit/unit-undescribable \
  %D%/unit/unit-unpacking \
  %D%/unit/unit-parallel \
  %D%/unit/unit-piece \
  %D%/unit/unit-plans \
  %D%/unit/unit-plt \
  %D%/unit/unit-plt-random \
  %D%/unit/unit-pool \
  %D%/unit/unit-property \
  %D%/unit/unit-property-split \
  %D%/unit/unit-prove-aarch64 \
  %D%/unit/unit-prove-amd64 \
  %D%/unit/unit-prove-code \
  %D%/unit/unit-prove-found \
  %D%/unit/unit-prove-go \
  %D%/unit/unit-prove-helpers \
  %D%/unit/unit-prove-judge \
  %D%/unit/unit-prove-memory \
  %D%/unit/unit-prove-quick \
  %D%/unit/unit-prove-state \
  %D%/unit/unit-prove-step \
  %D%/unit/unit-address-ranges \
  %D%/unit/unit-reader \
  %D%/unit/unit-relocatable \
  %D%/unit/unit-reserved \
  %D%/unit/unit-rewrite \
  %D%/unit/unit-edit-checks \
  %D%/unit/unit-room-free \
  %D%/unit/unit-room-functions \
  %D%/unit/unit-room-output \
  %D%/unit/unit-room-told \
  %D%/unit/unit-room-users \
  %D%/unit/unit-free-space \
  %D%/unit/unit-free-tail \
  %D%/unit/unit-said \
  %D%/unit/unit-same \
  %D%/unit/unit-share \
  %D%/unit/unit-shared-bound \
  %D%/unit/unit-sized \
  %D%/unit/unit-sort \
  %D%/unit/unit-split \
  %D%/unit/unit-symbols \
  %D%/unit/unit-text-format \
  %D%/unit/unit-threads \
  %D%/unit/unit-consumer-verdict \
  %D%/unit/unit-verify \
  %D%/unit/unit-verify-merge \
  %D%/unit/unit-eh-frame-hdr \
  %D%/unit/unit-object-rewrite \
  %D%/unit/unit-verify-rows \
  %D%/unit/unit-workers \
  %D%/unit/unit-wrap-find \
  %D%/unit/unit-wrap-run

# What the plugin is made of is in no library.
if PLUGIN
check_PROGRAMS += %D%/unit/unit-plugin
endif
%C%_unit_unit_plugin_SOURCES = \
  %D%/unit/unit-plugin.c \
  %D%/unit/result.c %D%/unit/result.h \
  plugin/plugin-options.c plugin/plugin.h \
  bfdglue/base/printable.c bfdglue/base/text.h
%C%_unit_unit_plugin_CPPFLAGS = $(base_cppflags) \
  -iquote $(top_srcdir)/bfdglue/base \
  -iquote $(top_srcdir)/plugin -iquote $(top_srcdir)/%D%/unit
%C%_unit_unit_plugin_LDADD = $(PLUGIN_LIBS)

# Lets a system call of a command go wrong, for the group faults.
if TRACER
check_PROGRAMS += %D%/tracer/fault-at
endif
%C%_tracer_fault_at_SOURCES = \
  %D%/tracer/calls.c \
  %D%/tracer/calls.h \
  %D%/tracer/fault-at.c \
  %D%/tracer/faults.c \
  %D%/tracer/faults.h \
  %D%/tracer/tasks.c \
  %D%/tracer/tasks.h
%C%_tracer_fault_at_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D%/tracer
%C%_tracer_fault_at_LDADD =

# Judges rows that were made of instructions by single steps.
if TRACER
check_PROGRAMS += %D%/stepper/prove-step
endif
%C%_stepper_prove_step_SOURCES = \
  %D%/stepper/breaks.c \
  %D%/stepper/breaks.h \
  %D%/stepper/follow.c \
  %D%/stepper/follow.h \
  %D%/stepper/libraries.c \
  %D%/stepper/libraries.h \
  %D%/stepper/stepper.c \
  %D%/stepper/tracees.c \
  %D%/stepper/tracees.h \
  %D%/stepper/walks.c \
  %D%/stepper/walks.h
%C%_stepper_prove_step_CPPFLAGS = $(base_cppflags) \
  -iquote $(top_srcdir)/include -iquote $(top_srcdir)/examples \
  -iquote $(top_srcdir)/%D%/stepper
%C%_stepper_prove_step_LDADD = merger/libmerger.la

# What several of them use.
check_LIBRARIES += %D%/unit/libunit.a
%C%_unit_libunit_a_SOURCES = \
  %D%/unit/builder-refusals.c %D%/unit/builder-refusals.h \
  %D%/unit/cfi-generate.c %D%/unit/cfi-generate.h \
  %D%/unit/cfi-text.c \
  %D%/unit/cfi-writer.c %D%/unit/cfi-writer.h \
  %D%/unit/check-cases.c %D%/unit/check-cases.h \
  %D%/unit/check-section.c %D%/unit/check-section.h \
  %D%/unit/find-piece.c %D%/unit/find-piece.h \
  %D%/unit/fixture-bend.c %D%/unit/fixture-bend.h \
  %D%/unit/aarch64-cases.c \
  %D%/unit/aarch64-cases.h \
  %D%/unit/fixture-code.c %D%/unit/fixture-code.h \
  %D%/unit/fixture-builder.c %D%/unit/fixture-builder.h \
  %D%/unit/fixture-damage.c %D%/unit/fixture-damage.h \
  %D%/unit/fixture-detached.c %D%/unit/fixture-detached.h \
  %D%/unit/fixture-failing.c %D%/unit/fixture-failing.h \
  %D%/unit/fixture-files.c %D%/unit/fixture-files.h \
  %D%/unit/fixture-found.c \
  %D%/unit/fixture-found.h \
  %D%/unit/fixture-frame.c \
  %D%/unit/fixture-frame.h \
  %D%/unit/fixture-go.c %D%/unit/fixture-go.h \
  %D%/unit/fixture-guard.c %D%/unit/fixture-guard.h \
  %D%/unit/fixture-headers.c %D%/unit/fixture-headers.h \
  %D%/unit/fixture-image.c \
  %D%/unit/fixture-image.h \
  %D%/unit/fixture-insn.c \
  %D%/unit/fixture-insn.h \
  %D%/unit/fixture-pieces.c \
  %D%/unit/fixture-pieces.h \
  %D%/unit/fixture-proven.c \
  %D%/unit/fixture-proven.h \
  %D%/unit/fixture-object.c \
  %D%/unit/fixture-object.h \
  %D%/unit/fixture-room.c \
  %D%/unit/fixture-room.h \
  %D%/unit/fixture-state-print.c \
  %D%/unit/fixture-state.c \
  %D%/unit/fixture-state.h \
  %D%/unit/fixture-tables.c \
  %D%/unit/fixture-tables.h \
  %D%/unit/fixture-text.c \
  %D%/unit/fixture-text.h \
  %D%/unit/fixture-told.c \
  %D%/unit/fixture-told.h \
  %D%/unit/generate-encode.c \
  %D%/unit/generate.c \
  %D%/unit/generate.h \
  %D%/unit/growth.c \
  %D%/unit/growth.h \
  %D%/unit/merge-cases.c \
  %D%/unit/merge-cases.h \
  %D%/unit/model.c \
  %D%/unit/model.h \
  %D%/unit/object-cases.c \
  %D%/unit/object-cases.h \
  %D%/unit/placed-pieces.c \
  %D%/unit/placed-pieces.h \
  %D%/unit/plt-cases.c \
  %D%/unit/plt-cases.h \
  %D%/unit/plt-truth.c \
  %D%/unit/plt-truth.h \
  %D%/unit/result.c \
  %D%/unit/result.h \
  %D%/unit/round.c \
  %D%/unit/round.h

# Unit programs and fuzz targets include what their rooms show and are linked
# with all of them.  AM_CPPFLAGS and LDADD are set for these programs alone; no
# other target of the Makefile sees them.
check_PROGRAMS += $(unit_programs) $(fuzz_programs)
unit_rooms = include merger testsuite/unit \
  bfdglue/base bfdglue/files bfdglue/elf bfdglue/cfi bfdglue/input \
  bfdglue/index bfdglue/pieces bfdglue/go bfdglue/prove \
  bfdglue/describe bfdglue/place bfdglue/edit bfdglue/object bfdglue/audit \
  tool/ui tool/consumers
unit_cppflags = $(base_cppflags) $(unit_rooms:%=-iquote $(top_srcdir)/%)
unit_archives = %D%/unit/libunit.a tool/consumers/libconsumers.a \
  tool/ui/libui.a $(glue_archives) $(engine_archive)
unit_libs = $(unit_archives) $(BFD_LIBS) $(unpack_libs) $(ZYDIS_LIBS)
$(unit_programs) $(unit_programs:=.$(OBJEXT)): AM_CPPFLAGS = $(unit_cppflags)
$(unit_programs): LDADD = $(unit_libs)
$(unit_programs): private LINK = $(plain_link)
$(unit_programs): $(unit_archives)
%C%_unit_libunit_a_CPPFLAGS = $(unit_cppflags)
# In these programs each allocation fails once, or each bit of what the engine
# builds is wrong once.
failing_ldflags = $(AM_LDFLAGS) -Wl,--wrap=sfm_builder_write \
  -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
%C%_unit_unit_describe_code_LDFLAGS = $(failing_ldflags)
%C%_unit_unit_describe_frames_LDFLAGS = $(failing_ldflags)
%C%_unit_unit_describe_go_LDFLAGS = $(failing_ldflags)
%C%_unit_unit_describe_lost_LDFLAGS = $(failing_ldflags)
%C%_unit_unit_describe_pieces_LDFLAGS = $(failing_ldflags)
%C%_unit_unit_object_rewrite_LDFLAGS = $(failing_ldflags) \
  -Wl,--wrap=relobj_verify -Wl,--wrap=strip_write
%C%_unit_unit_prove_code_LDFLAGS = $(failing_ldflags)
%C%_unit_unit_prove_found_LDFLAGS = $(failing_ldflags)
%C%_unit_unit_prove_go_LDFLAGS = $(failing_ldflags)
%C%_unit_unit_prove_helpers_LDFLAGS = $(failing_ldflags)
%C%_unit_unit_wrap_find_CPPFLAGS = $(unit_cppflags) \
  -iquote $(top_srcdir)/wrap
%C%_unit_unit_wrap_find_LDADD = wrap/libwrap.a $(unit_libs)
%C%_unit_unit_wrap_run_CPPFLAGS = $(unit_cppflags) \
  -iquote $(top_srcdir)/wrap
%C%_unit_unit_wrap_run_LDADD = wrap/libwrap.a $(unit_libs)
%C%_unit_unit_wrap_run_LDFLAGS = $(failing_ldflags)
# No public function shows all of what it can do.
%C%_unit_unit_text_format_CPPFLAGS = $(unit_cppflags) \
  -iquote $(top_srcdir)/merger

DEJATOOL = sfmerge
EXTRA_DEJAGNU_SITE_CONFIG = %D%/tools.exp
AM_RUNTESTFLAGS = --srcdir $(abs_top_srcdir)/%D%

# One runtest a group, each in its own directory, so that "make -j
# check-parallel" keeps all processors busy; without -j it takes two.
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
	runtest --tool sfmerge --srcdir $(abs_top_srcdir)/%D% \
	  --objdir "$$(pwd)" --outdir . $(RUNTESTFLAGS) \
	  $$group.exp >runtest.out 2>&1 </dev/null; status=$$?; \
	counts=$$($(SHELL) $(abs_top_srcdir)/build-aux/count-results \
	  sfmerge.sum 2>/dev/null | tail -n 1); \
	case $$counts in *' 0 failed,'*) ;; *) status=1 ;; esac; \
	test $$status = 0 || counts="$$counts: see $$folder/sfmerge.log"; \
	echo "  CHECK    $$group: $$counts"

# All faults of the group faults, and a table of them.
.PHONY: faults-table
faults-table: check-programs
	@$(MKDIR_P) %D%/scratch/faults
	SFM_FAULTS_ALL=1 PYTHONDONTWRITEBYTECODE=1 \
	  PYTHONPATH=$(abs_top_srcdir)/%D%/oracle/lib python3 \
	  $(srcdir)/%D%/oracle/cases/faults_cases.py --sfmerge ./sfmerge \
	  --wrap wrap/bin/ld.gold --fault-at %D%/tracer/fault-at \
	  --folder %D%/scratch/faults --table %D%/scratch/faults.txt
	@cat %D%/scratch/faults.txt

# What synth writes for COUNT files of this system, drawn by SEED, beside judges
# that know nothing of it.
.PHONY: judges
SEED = $$(date +%F)
COUNT = 300
judges: check-programs
	@$(MKDIR_P) %D%/scratch/judges
	PYTHONDONTWRITEBYTECODE=1 \
	  PYTHONPATH=$(abs_top_srcdir)/%D%/oracle/lib python3 \
	  $(srcdir)/%D%/oracle/cases/judges_cases.py --sfmerge ./sfmerge \
	  --stepper %D%/stepper/prove-step --folder %D%/scratch/judges \
	  --toolchains "$$SFMERGE_TOOLCHAINS" \
	  --seed "$(SEED)" --count $(COUNT)

CLEANFILES += %D%/sfmerge.sum %D%/sfmerge.log
clean-local:
	rm -rf %D%/parallel %D%/scratch %D%/fuzz/work %D%/fuzz/coverage-work \
	  coverage-work mutation-work

# Directories are copied with what Python left in them.
dist-hook:
	find $(distdir)/%D% -name __pycache__ -exec rm -rf {} +
