/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-map.h - where input sections went, according to a link map.

   The maps of GNU ld, gold, lld and mold are told apart by their contents.  */

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
  MAP_DISCARDED,     /* the map lists or implies that the section is not in the
                        image (garbage, COMDAT copy, folded) */
  MAP_NOT_EXTRACTED, /* an archive member of which the map shows nothing */
  MAP_UNKNOWN        /* undecided: the object is not in the map, or several
                        sections match */
};

struct link_map;

/* Read the link map PATH, which must outlive *MAP.  The caller frees *MAP with
   map_free; on failure it is NULL.  Statuses: IO, UNSUPP (not a link map of a
   known kind), CORRUPT, LIMIT, NOMEM.  */
sfm_status map_read (const char *path, struct link_map **map,
                     const struct diag_sink *sink) SFM_CHECKED;

void map_free (struct link_map *map);

/* map-table.c: the linker family whose format MAP has: "GNU ld", "lld" or
   "mold".  gold writes GNU ld's format.  */
const char *map_kind (const struct link_map *map);

/* Find where section number SECTION of OBJECT went; *ADDR is set only if the
   answer is MAP_PLACED.

   The object is found by its path and member as the map writes them, else by
   the longest common tail of path components if that is unique.  If the two
   names cannot be of one file, all code sections of the object must agree.  Of
   several sections of one name in an object, the Nth of the object is the Nth
   of the map if their numbers and sizes agree.  A section that has another
   size in the map is MAP_UNKNOWN.

   Asking for all sections of one object after the other is linear: MAP
   remembers the last object by its name, which must be kept (input.h).  So
   only one thread at a time may use MAP.  MAP_UNKNOWN also means that memory
   is exhausted.  */
enum map_answer map_place (struct link_map *map,
                           const struct input_object *object, uint32_t section,
                           uint64_t *addr);

/* True if the answers for OBJECT are those for a file to which MAP gives a
   name that cannot be OBJECT's: either the tree has moved, or it is another
   file with the same sections.  */
bool map_doubts (struct link_map *map, const struct input_object *object);

/* map-table.c: true if MAP lists every file of the link, even one of which
   nothing was kept; lld and mold list only what was kept.  */
bool map_lists_all (const struct link_map *map);

#endif /* BFDGLUE_LINK_MAP_H */
