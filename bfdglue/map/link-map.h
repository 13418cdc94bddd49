/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-map.h - where a link map says that input sections went.

   The maps of GNU ld, gold, lld and mold are told apart by their content.  */

#ifndef BFDGLUE_LINK_MAP_H
#define BFDGLUE_LINK_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"
#include "input.h"
#include "pool.h"
#include "diag.h"

enum map_answer
{
  MAP_PLACED,        /* *ADDR is where the section begins */
  MAP_DISCARDED,     /* the map says or shows that the section is not in the
                        image (garbage, COMDAT copy, folded) */
  MAP_NOT_EXTRACTED, /* an archive member of which the map shows nothing */
  MAP_UNKNOWN        /* the map does not decide: the object is not in it, or
                        several sections fit */
};

struct link_map;

/* Read the map PATH.  Statuses: IO, UNSUPP (no known kind of map), CORRUPT,
   NOMEM.  */
sfm_status map_read (const char *path, struct link_map **map,
                     const struct diag_sink *sink) SFM_CHECKED;

void map_free (struct link_map *map);

/* map-table.c: a short name of the linker family whose format MAP has:
   "GNU ld", "lld", "mold"; gold's format is GNU ld's.  */
const char *map_kind (const struct link_map *map);

/* Where section number SECTION of OBJECT went.  The object is found by its
   path and member as the map writes them, else by the longest common tail of
   path components if that is unique; if both names cannot be of one file, all
   its sections of code must agree.  Among several sections of one name in one
   object the Nth of the object is the Nth of the map if their numbers and
   sizes agree; a section whose size is another in the map is MAP_UNKNOWN.

   Asking for all sections of an object after each other is linear: MAP
   remembers the last object, by its name, which must be kept (input.h), so it
   is for one thread at a time.  MAP_UNKNOWN stands for exhausted memory
   too.  */
enum map_answer map_place (const struct link_map *map,
                           const struct input_object *object, uint32_t section,
                           uint64_t *addr);

/* Whether the answers for OBJECT are those for a file that MAP calls by a name
   that cannot be OBJECT's: its tree has moved, or it is another one with the
   same sections.  */
bool map_doubts (const struct link_map *map,
                 const struct input_object *object);

/* Whether MAP names a file or member that could be OBJECT: one of its file
   name, in a folder that can be its folder or has the same name.  SCRATCH is
   for the while of the call.  True without memory.  */
bool map_mentions (const struct link_map *map,
                   const struct input_object *object, struct pool *scratch);

/* map-table.c: whether MAP lists every file of the link, even one of which
   nothing was kept; lld and mold list only what was kept.  */
bool map_lists_all (const struct link_map *map);

#endif /* BFDGLUE_LINK_MAP_H */
