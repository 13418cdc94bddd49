/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-map.h - where input sections went, according to a link map.

   The maps of GNU ld, gold, lld and mold are told apart by their contents.  */

#ifndef BFDGLUE_LINK_MAP_H
#define BFDGLUE_LINK_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "diag.h"
#include "input.h"
#include "pool.h"
#include "sfmerge.h"

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

/* What the map-*.c files and link-map.c share.

   A map is read line by line into a flat array of entries, one for each input
   section that it lists, and an array of the files that it names.  Names are
   not copied: they point into the text.  */

/* Address of an entry that the map lists as discarded.  No section can begin
   there, as it would have no space.  */
#define MAP_NO_ADDR UINT64_MAX

/* The form of the maps that a linker writes; map-read.c has a table.  */
struct map_form
{
  const char *linker;
  bool lists_all;      /* every file of the link, even one of which nothing was
                          kept; else only what was kept */
  const char *heading; /* of a table of columns, in which a space stands for
                          any number of them; NULL: the map of GNU ld, which
                          has none */
  bool has_lma;        /* the second column is another address */
  unsigned size_base;  /* of the numbers in the column of sizes */
};

/* A part of the map's text, not terminated.  */
struct map_span
{
  const char *text;
  size_t size;
};

/* An input section, as the map lists it or, in map-match.c, as an input object
   has it.  */
struct map_entry
{
  uint64_t addr; /* or MAP_NO_ADDR */
  uint64_t size;
  const char *name;
  uint32_t name_size;
  uint32_t number; /* index of the object's previous entry; in map-match.c,
                      the entry's position within its object */
};

/* A file or archive member that the map names.  */
struct map_object
{
  struct map_span name; /* as the map writes it: "lib.a(m.o)" */
  const char *path;     /* the file or archive, from path_normal */
  const char *member;   /* from path_normal, or NULL */
  const char *base;     /* last component of MEMBER, or "" */
  uint32_t last;        /* its last entry, if it has any */
  uint32_t count;       /* of its entries */
};

/* Where a section of an input object is.  */
struct map_section
{
  enum map_answer answer;
  uint64_t addr; /* if it is MAP_PLACED */
};

/* The answers for the input object that was asked for last: callers ask for
   the sections of one object after the other.  */
struct map_recent
{
  const char *name; /* input_object.name, which no two objects share */
  const struct input_section *sections;
  size_t count;
  bool doubtful;               /* the map has the object under another name */
  struct map_section *answers; /* one a section */
  struct pool pool;            /* has ANSWERS; scratch while they are found */
};

struct link_map
{
  const char *path;
  struct map_span text;
  char *stream; /* TEXT, from malloc; NULL if it is from file_take */
  const struct map_form *form;
  bool loads; /* has LOAD lines, which name every file of the link (GNU ld) */
  struct pool pool;

  LIST (struct map_object) objects;
  struct string_set names; /* of OBJECTS */
  uint32_t last;           /* the object named last */

  LIST (struct map_entry) entries;

  const struct map_object **by_tail; /* objects by base, then by reversed
                                        path */
  struct string_set directories;     /* of the objects as the map writes
                                        them, with their slash */

  struct map_recent recent;
};

/* ------------------------------------------------------------------ */
/* map-read.c                                                          */

/* Read the text of MAP, and its lines into the table.  Statuses: those of
   map_read.  */
sfm_status map_read_text (struct link_map *map,
                          const struct diag_sink *sink) SFM_CHECKED;

/* Read only the text of MAP; text_close releases it.  */
sfm_status text_open (struct link_map *map, const struct diag_sink *sink);
void text_close (struct link_map *map);

static inline struct map_span
span_of (const char *text)
{
  return (struct map_span){ .text = text, .size = strlen (text) };
}

/* Remove the first SIZE bytes of SPAN.  */
static inline void
span_skip (struct map_span *span, size_t size)
{
  span->text += size;
  span->size -= size;
}

/* ------------------------------------------------------------------ */
/* map-table.c: entries and objects                                    */

/* Add an entry for section NAME of the object called OBJECT.  */
sfm_status table_add (struct link_map *map, struct map_span object,
                      struct map_span name, uint64_t addr, uint64_t size,
                      const struct diag_sink *sink) SFM_CHECKED;

/* Add the file NAME unless it is there already.  */
sfm_status table_add_file (struct link_map *map, struct map_span name,
                           const struct diag_sink *sink) SFM_CHECKED;

/* Sort the objects; nothing may be added after that.  */
sfm_status table_finish (struct link_map *map,
                         const struct diag_sink *sink) SFM_CHECKED;

/* Compare the bases, then the tails of the paths, of the objects to which A
   and B point.  */
int table_compare_tails (const void *a, const void *b);

/* The object called exactly NAME, or NULL.  */
const struct map_object *table_find (const struct link_map *map,
                                     struct map_span name);

void table_free (struct link_map *map);

/* ------------------------------------------------------------------ */
/* map-table.c: names of files                                          */

/* SPAN, in POOL, without "." and ".." components and doubled and trailing
   slashes.  A ".." that would go above the start is dropped.  NULL: no
   memory.  */
const char *path_normal (struct pool *pool, struct map_span span);

/* The number of components that A and B have in common, from the last one
   on.  */
size_t path_common (const char *a, const char *b);

/* True if A and B can be names of one file: they are equal, or one is a tail
   of the other.  */
bool path_agree (const char *a, const char *b);

/* ------------------------------------------------------------------ */
/* map-match.c: the sections of one object                             */

/* Set ANSWERS for the sections of OBJECT, which is FOUND in the map.  SCRATCH
   is used only during the call.  False: no memory.  */
bool match_sections (const struct link_map *map,
                     const struct map_object *found,
                     const struct input_object *object, struct pool *scratch,
                     struct map_section *answers);

#endif /* BFDGLUE_LINK_MAP_H */
