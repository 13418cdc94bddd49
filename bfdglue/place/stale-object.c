/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   stale-object.c - say which object does not match the image, and in which
   functions: it was built anew after the link, or is of another program.  */

#include "config.h"

#include <stdio.h>

#include "placer-internal.h"

/* The image's first symbol with the name of function F of TEXT, or NULL.  */
static const struct function *
find_named (const struct placer *p, const struct text_section *text,
            const struct text_function *f)
{
  for (size_t i = 0; i < text->symbol_count; i++)
    if (text->symbols[i].value == f->value && text->symbols[i].count != 0)
      return text_named (p, &text->symbols[i], 0);
  return NULL;
}

void
stale_object_add (struct placer *p, const struct text_section *text,
                  const struct text_function *f)
{
  struct stale_object *stale = &p->stale;
  const struct function *there = find_named (p, text, f);

  if (text->object != p->stale_last)
    stale->objects++;
  p->stale_last = text->object;
  if (stale->objects > 1)
    return;
  /* The others have moved only, with what is in front of them.  */
  if (there == NULL || text_function_fits (p, text, f, there->addr - f->value))
    return;
  stale->name = placer_input_of (p, f)->name;
  if (stale->named < STALE_NAMES)
    stale->names[stale->named++] = there->name;
  stale->functions++;
}

void
stale_object_say (const struct placer *p, const char *path,
                  const struct diag_sink *sink)
{
  const struct stale_object *stale = &p->stale;
  const size_t rest = stale->functions - stale->named;
  char more[64] = "", others[64] = "";

  if (stale->named == 0)
    return;
  if (rest != 0)
    snprintf (more, sizeof more, " and %zu more", rest);
  if (stale->objects > 1)
    snprintf (others, sizeof others, "; nor do %zu other objects",
              stale->objects - 1);
  diag (sink, DIAG_NOTE, path,
        "%s does not match it: %s%s%s%s %s other code there; was it rebuilt "
        "after the link?%s",
        stale->name, stale->names[0],
        stale->named < 2 ? ""
        : rest != 0      ? ", "
                         : " and ",
        stale->named < 2 ? "" : stale->names[1], more,
        stale->functions == 1 ? "has" : "have", others);
}
