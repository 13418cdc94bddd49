/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fill-report.c - reports on what was made of .eh_frame.  */

#include "config.h"

#include <inttypes.h>

#include "image-edit.h"

/* Where the counts of a file, or of many, are reported.  */
struct reporting
{
  const char *path; /* NULL: they are sums */
  const struct diag_sink *sink;
};

/* Report COUNT functions as KIND, or a sum as a note, with TEXT.  */
static void
say (const struct reporting *to, enum diag_severity kind, uint64_t count,
     const char *text)
{
  if (count != 0)
    diag (to->sink, to->path == NULL ? DIAG_NOTE : kind, to->path,
          "%" PRIu64 " function%s %s", count, count == 1 ? "" : "s", text);
}

/* Report COUNT functions that are left out because they have TEXT.  */
static void
say_refused (const struct reporting *to, uint64_t count, const char *text)
{
  if (count != 0)
    diag (to->sink, DIAG_NOTE, to->path, "%" PRIu64 " function%s left out: %s",
          count, count == 1 ? "" : "s", text);
}

void
fill_report (const struct synth_counts *c, const char *path,
             const struct diag_sink *sink)
{
  const struct reporting to = { path, sink };

  diag (sink, path == NULL ? DIAG_NOTE : DIAG_DETAIL, path,
        ".eh_frame has %" PRIu64 " FDEs: in .sframe or PLT code %" PRIu64
        ", added %" PRIu64,
        c->frames, c->described, c->added);
  say (&to, DIAG_WARNING, c->completed,
       "of .sframe replaced: .eh_frame has rules for bytes without a row");
  say (&to, DIAG_WARNING, c->replaced,
       "of .sframe replaced: .eh_frame contradicts the rules");
  say (&to, DIAG_WARNING, c->kept,
       "of .sframe kept, though .eh_frame contradicts the rules");
  for (unsigned i = 0; i < SFM_REFUSAL_COUNT; i++)
    if (i != SFM_REFUSED_CFI)
      say_refused (&to, c->by_reason[i],
                   sfm_refusal_text ((enum sfm_refusal_reason) i));
  for (unsigned i = 0; i < SFM_CFI_PROBLEM_COUNT; i++)
    say_refused (&to, c->by_cfi[i],
                 sfm_cfi_problem_text ((enum sfm_cfi_problem) i));
  say (&to, DIAG_WARNING, c->overlapping,
       "of .eh_frame left out: others claim the same code");
  say (&to, DIAG_WARNING, c->outside,
       "of .eh_frame left out: not wholly in one section of code");
  say (&to, DIAG_WARNING, c->unread,
       "of .eh_frame left out: damaged, or relocated inside");
  say (&to, DIAG_DETAIL, c->dead,
       "of .eh_frame left out: of code that was discarded");
  say (&to, DIAG_DETAIL, c->twice,
       "of .eh_frame left out: described twice, identically");
  say (&to, DIAG_DETAIL, c->empty, "of .eh_frame left out: size 0");
}

/* Append COUNT functions with REASON and TEXT to LIST.  False: no memory.  */
static bool
append (json_t *list, uint64_t count, const char *reason, const char *text)
{
  return count == 0
         || json_array_append_new (
                list, json_pack ("{s:s, s:s, s:I}", "reason", reason, "text",
                                 text, "functions", (json_int_t) count))
                == 0;
}

/* The functions that are left out, by reason.  NULL: no memory.  */
static json_t *
refused_json (const struct synth_counts *c)
{
  json_t *list = json_array ();
  bool fits = list != NULL;

  for (unsigned i = 0; i < SFM_REFUSAL_COUNT && fits; i++)
    if (i != SFM_REFUSED_CFI)
      fits = append (list, c->by_reason[i],
                     sfm_refusal_word ((enum sfm_refusal_reason) i),
                     sfm_refusal_text ((enum sfm_refusal_reason) i));
  for (unsigned i = 0; i < SFM_CFI_PROBLEM_COUNT && fits; i++)
    fits = append (list, c->by_cfi[i],
                   sfm_cfi_problem_word ((enum sfm_cfi_problem) i),
                   sfm_cfi_problem_text ((enum sfm_cfi_problem) i));
  if (fits)
    return list;
  json_decref (list);
  return NULL;
}

json_t *
fill_json (const struct synth_counts *c)
{
  json_t *root = json_object ();
  bool fits = root != NULL;

#define PUT(member)                                                           \
  fits = fits                                                                 \
         && json_object_set_new (root, #member,                               \
                                 json_integer ((json_int_t) c->member))       \
                == 0;
  SYNTH_COUNTS (PUT)
#undef PUT
  if (fits && json_object_set_new (root, "left_out", refused_json (c)) == 0)
    return root;
  json_decref (root);
  return NULL;
}
