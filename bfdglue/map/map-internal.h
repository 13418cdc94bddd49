/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   map-internal.h - what the map-*.c files and link-map.c share.

   A map is read line by line into a flat array of entries, one for each input
   section that it lists, and an array of the files that it names.  Names are
   not copied: they point into the text.  */

#ifndef BFDGLUE_MAP_INTERNAL_H
#define BFDGLUE_MAP_INTERNAL_H

#include <string.h>

#include "string-set.h"
#include "link-map.h"
#include "pool.h"

/* Address of an entry that the map lists as discarded.  No section can begin
   there, as it would have no space.  */
#define MAP_NO_ADDR UINT64_MAX

enum map_format
{
  MAP_GNU,
  MAP_LLD,
  MAP_MOLD
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
  uint32_t number; /* the entry of the same object before it, one of all; in
                      map-match.c its position in its object */
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
  enum map_format format;
  bool loads; /* has LOAD lines, which name every file of the link (GNU ld) */
  struct pool pool;

  struct map_object *objects;
  size_t object_count;
  size_t object_capacity;
  struct string_set names; /* of OBJECTS */
  uint32_t last;           /* the object named last */

  struct map_entry *entries;
  size_t entry_count;
  size_t entry_capacity;

  const struct map_object **by_tail; /* objects by base, then by reversed
                                        path */
  struct string_set directories;     /* of the objects as the map writes
                                        them, with their slash */

  struct map_recent recent;
};

/* ------------------------------------------------------------------ */
/* map-text.c: the bytes of the file, lines, numbers                   */

sfm_status text_open (struct link_map *map, const struct diag_sink *sink);
void text_close (struct link_map *map);

/* Take the next line, without its end, from the text at *OFFSET and move
   *OFFSET past it.  False at the end.  */
bool text_line (const struct link_map *map, size_t *offset,
                struct map_span *line);

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

/* Remove the leading spaces of SPAN; return their number.  */
size_t span_spaces (struct map_span *span);

/* Remove spaces and a number in BASE from the start of SPAN; a space or the
   end of SPAN must follow it, and one in base 16 may begin with 0x.  False:
   there is none, or it does not fit.  */
bool span_number (struct map_span *span, unsigned base, uint64_t *value);

/* True if SPAN begins with PREFIX.  */
bool span_starts (struct map_span span, const char *prefix);

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

/* The size of the directory of the file NAME, with its slash.  */
size_t span_directory (struct map_span name);

/* Compare the bases, then the tails of the paths, of the objects to which A
   and B point.  */
int table_compare_tails (const void *a, const void *b);

/* The object called exactly NAME, or NULL.  */
const struct map_object *table_find (const struct link_map *map,
                                     struct map_span name);

void table_free (struct link_map *map);

/* ------------------------------------------------------------------ */
/* map-path.c: names of files                                          */

/* SPAN, in POOL, without "." and ".." components and doubled and trailing
   slashes.  A ".." that would go above the start is dropped.  NULL: no
   memory.  */
const char *path_normal (struct pool *pool, struct map_span span);

/* Compare paths by their characters from the last to the first, so that paths
   with a common tail of components are neighbours.  */
int path_compare_tails (const char *a, const char *b);

/* The number of components that A and B have in common, from the last one
   on.  */
size_t path_common (const char *a, const char *b);

/* True if A and B can be names of one file: they are equal, or one is a tail
   of the other.  */
bool path_agree (const char *a, const char *b);

/* ------------------------------------------------------------------ */
/* map-find.c: which object of the map an input object is              */

enum find_result
{
  FIND_NONE,     /* not in the map */
  FIND_SURE,     /* found */
  FIND_DOUBTFUL, /* found, if its sections agree */
  FIND_THIN,     /* found as a plain file, if its sections agree and the
                    archive is a thin one */
  FIND_AMBIGUOUS
};

/* Find OBJECT; *FOUND is set unless the result is FIND_NONE or FIND_AMBIGUOUS.
   SCRATCH is for names.  */
enum find_result find_object (const struct link_map *map,
                              const struct input_object *object,
                              struct pool *scratch,
                              const struct map_object **found);

/* True if the map names a file in the directory of OBJECT, which is not a
   member, and writes the directory as OBJECT's path does.  */
bool find_directory (const struct link_map *map,
                     const struct input_object *object);

/* True if the map names the archive of OBJECT, alone or with a member.  */
bool find_archive (const struct link_map *map,
                   const struct input_object *object, struct pool *scratch);

/* ------------------------------------------------------------------ */
/* map-match.c: the sections of one object                             */

/* Set ANSWERS for the sections of OBJECT, which is FOUND in the map.  SCRATCH
   is used only during the call.  False: no memory.  */
bool match_sections (const struct link_map *map,
                     const struct map_object *found,
                     const struct input_object *object, struct pool *scratch,
                     struct map_section *answers);

/* ------------------------------------------------------------------ */
/* Kinds of maps                                                       */

/* Read MAP's text, from OFFSET on, into the table.  */
sfm_status map_gnu_read (struct link_map *map,
                         const struct diag_sink *sink) SFM_CHECKED;
sfm_status map_columns_read (struct link_map *map, size_t offset,
                             const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_MAP_INTERNAL_H */
