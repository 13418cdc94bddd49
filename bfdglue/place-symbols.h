/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-symbols.h - what the image's symbols say about a function of an
   object: that the image describes it already, or that it is not there.  */

#ifndef BFDGLUE_PLACE_SYMBOLS_H
#define BFDGLUE_PLACE_SYMBOLS_H

#include "elf-code.h"
#include "evidence.h"
#include "input.h"
#include "own.h"
#include "pool.h"

enum symbol_answer
{
  SYMBOL_FOUND,     /* the image has it, and describes it alike */
  SYMBOL_DISCARDED, /* the image does not have it */
  SYMBOL_MISSING,   /* the image has it, and describes nothing there */
  SYMBOL_UNKNOWN
};

/* What is looked for, and where it was found.  */
struct own_match
{
  const struct own *own;
  uint64_t digest;
  uint64_t addr; /* SYMBOL_FOUND */
};

/* The symbols of one object, by section and value.  */
struct symbol_finder
{
  const struct input_object *object;
  const struct evidence *evidence;
  const struct code *code;
  struct pool *pool;
  const struct input_symbol **sorted; /* NULL until first asked */
  bool globals_kept; /* the object's global names would be in the image */
  bool locals_kept;  /* and its local ones */
};

void symbols_begin (struct symbol_finder *finder,
                    const struct input_object *object,
                    const struct evidence *evidence, const struct code *code,
                    struct pool *pool);

/* Whether OBJECT has global functions, and the image, which has all its
   symbols, none of them.  */
bool symbols_show_nothing (const struct input_object *object,
                           const struct evidence *evidence);

/* Ask about the function that begins at TARGET.  Without memory the answer is
   SYMBOL_UNKNOWN.  */
enum symbol_answer symbols_ask (struct symbol_finder *finder,
                                const struct input_reloc *target,
                                struct own_match *match);

/* The image's symbol of a strong global name, in no COMDAT group, of the
   function that begins at TARGET; NULL if there is none, or several.  */
const struct evidence_symbol *
symbols_strong (struct symbol_finder *finder,
                const struct input_reloc *target);

#endif /* BFDGLUE_PLACE_SYMBOLS_H */
