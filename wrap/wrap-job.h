/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-job.h - one link through a wrapper.  */

#ifndef WRAP_WRAP_JOB_H
#define WRAP_WRAP_JOB_H

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
  char *folder;        /* temporary, or NULL */
  const char *reserve; /* the object in it, or NULL */
  const char *map;     /* a private one, or NULL */
  struct wrap_streams streams;
  char **options; /* of SFMERGE_OPTIONS, NULL-terminated */
  bool fatal;     /* they make a failure of link one of the linker */
  struct copies copies;
};

/* wrap-args.c: the linker's arguments, with what has to be added.  Statuses:
   NOMEM, IO.  */
sfm_status wrap_args_make (struct wrap_state *state,
                           struct text_list *args) SFM_CHECKED;

/* wrap-lto.c: whether one of INPUTS is for link-time optimisation, and whether
   one has .sframe.  */
bool wrap_has_lto (const struct wrap_inputs *inputs);
bool wrap_has_sframe (const struct wrap_inputs *inputs);

/* wrap-lazy.c: add to NAMES that of an archive of the lazy inputs, if there
   are any.  Statuses: NOMEM, IO.  */
sfm_status wrap_lazy_archive (struct wrap_state *state,
                              struct text_list *names) SFM_CHECKED;

/* wrap-steps.c: read SFMERGE_OPTIONS.  Statuses: NOMEM, IO, LIMIT.  */
sfm_status wrap_steps_options (struct wrap_state *state) SFM_CHECKED;

/* Write the names of the inputs for sfmerge.  */
sfm_status wrap_steps_list (struct wrap_state *state) SFM_CHECKED;

/* Make the reserve object, if an input has .sframe.  *NEEDED: one has, or may
   get it from link-time optimisation.  */
sfm_status wrap_steps_reserve (struct wrap_state *state,
                               bool *needed) SFM_CHECKED;

/* Find out which linker it is.  */
sfm_status wrap_steps_ask (struct wrap_state *state) SFM_CHECKED;

/* Run sfmerge link on the output.  */
sfm_status wrap_steps_link (struct wrap_state *state) SFM_CHECKED;

#endif /* WRAP_WRAP_JOB_H */
