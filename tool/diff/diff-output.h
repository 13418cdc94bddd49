/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-output.h - the forms of the output of sfmerge diff.  */

#ifndef TOOL_DIFF_OUTPUT_H
#define TOOL_DIFF_OUTPUT_H

#include "demangler.h"
#include "diff-compare.h"
#include "outbuf.h"

struct diff_output;

/* Two files.  */
struct diff_files
{
  const char *old; /* NULL: there is only NOW */
  const char *now;
  const struct file_tree *old_tree; /* in which they are, or NULL */
  const struct file_tree *now_tree;
  const char *name; /* of both, below directories, or NOW */
};

/* A form.  For each two files BEGIN is called, PAIR for each two units, and
   END; or ALONE for a file that only one directory has; or UNREAD instead of
   END.  */
struct diff_form
{
  void (*begin) (struct diff_output *, const struct diff_files *);
  void (*pair) (struct diff_output *, const struct diff_pair *);
  void (*end) (struct diff_output *, const struct diff_files *,
               const struct diff_totals *, bool worse);
  void (*alone) (struct diff_output *, const struct diff_files *);
  void (*unread) (struct diff_output *, const struct diff_files *);
};

struct diff_output
{
  const struct diff_form *form;
  const struct diff_files *files; /* the current ones */
  bool verbose;
  bool quiet;
  bool brief;  /* a line for each two files */
  bool sparse; /* say nothing of files that are the same */
  bool shown;  /* JSON: there is an element before the next one */
  bool inside; /* ... and a unit of the current files */
  struct demangler *demangler; /* NULL: names stay as in the symbol table */
  struct outbuf out;
};

extern const struct diff_form diff_text_form;
extern const struct diff_form diff_json_form;

/* A word for CLASS: "lost", "changed", "gained", "gone" or "new".  */
const char *diff_class_name (enum diff_class class);

/* Whether nothing differs by TOTALS.  */
bool diff_is_same (const struct diff_totals *totals);

#endif /* TOOL_DIFF_OUTPUT_H */
