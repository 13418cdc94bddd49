/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   flat-object.h - a struct input_object without pointers, as a reader process
   hands it back.

   Each part begins at a multiple of 8 bytes:

     struct flat_object
     struct flat_section      [section_count]
     struct flat_symbol       [symbol_count]
     struct flat_sframe       [sframe_count]
     struct flat_code         [code_count], ascending by section
     strings, with their NULs [strings_size]
     for each flat_sframe:
       struct input_reloc     [reloc_count]
       uint64_t               [none_count]
       bytes                  [size]
     for each flat_code:
       struct reloc_mask_bytes [mask_count]
       bytes                  [size], if FLAT_HAS_BYTES

   A string is its offset in the strings.  Numbers are in the machine's order:
   both processes are on it.  */

#ifndef BFDGLUE_FLAT_OBJECT_H
#define BFDGLUE_FLAT_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "channel.h"
#include "input.h"
#include "pool.h"

#define FLAT_NO_STRING UINT32_MAX

/* Flags of an object.  */
enum
{
  FLAT_BIG_ENDIAN = 1 << 0,
  FLAT_LTO = 1 << 1
};

struct flat_object
{
  uint64_t strings_size;
  uint32_t section_count;
  uint32_t symbol_count;
  uint32_t sframe_count;
  uint32_t code_count;
  uint32_t name;
  uint32_t path;
  uint32_t member; /* this and the next two may be FLAT_NO_STRING */
  uint32_t outer;
  uint32_t source;
  uint32_t machine;
  uint32_t flags;
  uint32_t zero;
};

struct flat_section
{
  uint64_t size;
  uint64_t align;
  uint32_t name;
  uint32_t group; /* or FLAT_NO_STRING */
  uint32_t code;  /* bool */
  uint32_t zero;
};

/* Flags of a symbol.  */
enum
{
  FLAT_GLOBAL = 1 << 0,
  FLAT_WEAK = 1 << 1
};

struct flat_symbol
{
  uint64_t value;
  uint64_t size;
  uint32_t name;
  uint32_t section;
  uint32_t flags;
  uint32_t zero;
};

struct flat_sframe
{
  uint64_t size;
  uint64_t reloc_count;
  uint64_t none_count;
  uint32_t name;
  uint32_t type;
  uint32_t number;
  uint32_t zero;
};

/* Flags of code.  */
enum
{
  FLAT_HAS_BYTES = 1 << 0
};

/* What input_code_read gives for a section.  */
struct flat_code
{
  uint64_t size;
  uint64_t mask_count;
  uint32_t section;
  uint32_t status;        /* sfm_status */
  uint32_t messages;      /* the first of that many strings, one after the
                             other; each begins with its severity, a byte */
  uint32_t message_count; /* 0: there are none */
  uint32_t flags;
  uint32_t zero;
};

/* SIZE and what fills it up to a multiple of 8.  */
#define FLAT_ALIGNED(size) (((size) + 7) / 8 * 8)

/* ------------------------------------------------------------------ */
/* flatten.c: in a reader process                                      */

/* A writer of objects to CHANNEL, with the code of their functions if CODE.
   NULL: no memory.  */
struct flattener *flattener_new (struct channel *channel, bool code);

/* Whether F reads code, and has kept the message of severity KIND and TEXT,
   which belongs to that code.  */
bool flattener_keeps (struct flattener *f, int kind, const char *text);

/* Put OBJECT as a record of KIND.  Statuses: NOMEM, LIMIT (strings of more
   than 4 GiB).  */
sfm_status object_flatten (struct flattener *f, uint32_t kind,
                           const struct input_object *object) SFM_CHECKED;

/* ------------------------------------------------------------------ */
/* unflatten.c: in the process that wants the object                   */

/* Where a record's parts go.  */
struct flat_pools
{
  struct pool *scratch; /* arrays, for as long as the object */
  struct pool *kept;    /* what input.h calls kept */
  struct pool *bytes;   /* .sframe sections */
  const char **path;    /* the last .path that was kept, or NULL */
};

/* Fill in OBJECT from the SIZE bytes at RECORD, which is aligned for any type
   and must live as long as the object.  Messages about its code go to SINK.
   Statuses: CORRUPT (the record contradicts itself, which is not reported),
   NOMEM.  */
sfm_status object_unflatten (const uint8_t *record, size_t size,
                             const struct flat_pools *pools,
                             const struct diag_sink *sink,
                             struct input_object *object) SFM_CHECKED;

#endif /* BFDGLUE_FLAT_OBJECT_H */
