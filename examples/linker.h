/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   linker.h - what linker.c keeps of its inputs.  */

#ifndef LINKER_H
#define LINKER_H

#include "object.h"
#include "sfmerge.h"

enum
{
  PAGE = 0x1000, /* the headers' */
  MAX_OBJECTS = 100,
  MAX_TABLES = 1000,
  MAX_GROUPS = 1000
};

#define IMAGE_ADDR UINT64_C (0x400000)

/* A piece of .sframe, and what its functions are relative to until sections
   have addresses.  */
struct table
{
  struct object *object;
  uint32_t *sections; /* of each function */
  uint64_t *offsets;  /* in that section */
  struct sfm_place *places;
  uint32_t count;
};

struct linker
{
  struct object objects[MAX_OBJECTS];
  size_t object_count;
  struct table tables[MAX_TABLES]; /* in the order of the merger's pieces */
  size_t table_count;
  const char *groups[MAX_GROUPS];
  size_t group_count;
  struct sfm_merger *merger;
  uint64_t text_size;
  uint64_t sframe_off; /* in the image and in its file */
  uint64_t sframe_size;
};

/* Say that something is wrong with PATH.  Returns false.  */
bool linker_fail (const char *path, const char *what);

/* linker-inputs.c: read the object PATH, and give its functions to the merger.
   False: said why.  */
bool linker_add (struct linker *l, const char *path);

/* linker-image.c: write the headers of L's image, or the code of all live
   sections, into IMAGE.  */
void linker_write_headers (const struct linker *l, uint8_t *image);
void linker_write_code (const struct linker *l, uint8_t *image);

#endif /* LINKER_H */
