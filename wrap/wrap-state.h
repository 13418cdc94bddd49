/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-state.h - one link through a wrapper.  */

#ifndef WRAP_WRAP_STATE_H
#define WRAP_WRAP_STATE_H

#include "report.h"
#include "wrap-copies.h"
#include "wrap-find.h"
#include "wrap-inputs.h"
#include "wrap-line.h"
#include "wrap-run.h"
#include "wrap-traces.h"

struct wrap_state
{
  int argc;
  char **argv;
  struct report *report;
  struct pool pool;
  struct wrap_line line;
  struct wrap_inputs inputs;
  char *linker;  /* path */
  char *sfmerge; /* path, or NULL */
  struct wrap_linker kind;
  char *directory;     /* temporary directory, or NULL */
  const char *reserve; /* path of the reserve object, or NULL */
  const char *map;     /* path of a temporary link map, or NULL */
  struct wrap_streams streams;
  char **options; /* of SFMERGE_OPTIONS, NULL-terminated */
  bool fatal;     /* if sfmerge link fails, the link fails */
  bool verbose;   /* sfmerge link says more */
  bool fill;      /* sfmerge link has work whatever the inputs have */
  struct copies copies;
  struct text_list held;    /* messages of the linker for the case that sfmerge
                            fails */
  struct wrap_child asked;  /* the linker with --version */
  struct wrap_child beside; /* sfmerge link, which waits for the linker */
  const char *beside_map;   /* the link map that it was given, or NULL */
};

/* wrap-args.c: make the linker's arguments: those given, and those that the
   wrapper adds.  Statuses: NOMEM, IO.  */
sfm_status wrap_args_make (struct wrap_state *state,
                           struct text_list *args) SFM_CHECKED;

/* wrap-headers.c: whether the linker would leave out the section headers.  It
   is made to write them, for sfmerge, and they are removed in the end.  */
bool wrap_headerless (const struct wrap_state *state);

/* Remove the section headers of the output.  MERGED: it has the merged
   section.  Statuses: IO.  */
sfm_status wrap_headers_remove (const struct wrap_state *state,
                                bool merged) SFM_CHECKED;

/* wrap-lto.c: whether any of INPUTS is an LTO object, and whether any has
   .sframe.  */
bool wrap_has_lto (const struct wrap_inputs *inputs);
bool wrap_has_sframe (const struct wrap_inputs *inputs);

/* wrap-lazy.c: make a thin archive of the lazy inputs, if there are any, and
   add its name to NAMES.  Statuses: NOMEM, IO.  */
sfm_status wrap_lazy_archive (struct wrap_state *state,
                              struct text_list *names) SFM_CHECKED;

/* wrap-steps.c: parse SFMERGE_OPTIONS.  Statuses: NOMEM, IO, LIMIT.  */
sfm_status wrap_steps_options (struct wrap_state *state) SFM_CHECKED;

/* Write the names of the inputs to a response file for sfmerge.  */
sfm_status wrap_steps_list (struct wrap_state *state) SFM_CHECKED;

/* Start sfmerge link, which reads the inputs, makes the reserve object and
   waits for the linker.  */
sfm_status wrap_steps_begin (struct wrap_state *state) SFM_CHECKED;

/* See that the reserve object is made, if an input has .sframe.  *NEEDED: an
   input has, or LTO may generate it, or STATE->fill.  */
sfm_status wrap_steps_reserve (struct wrap_state *state,
                               bool *needed) SFM_CHECKED;

/* Start the linker with --version, which takes lld as long as a small link;
   then wait for it and set STATE->kind.  */
sfm_status wrap_steps_ask (struct wrap_state *state) SFM_CHECKED;
sfm_status wrap_steps_answer (struct wrap_state *state) SFM_CHECKED;

/* Let sfmerge link change the output.  */
sfm_status wrap_steps_link (struct wrap_state *state) SFM_CHECKED;

#endif /* WRAP_WRAP_STATE_H */
