/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumers.h - the consumers of .sframe: which versions, flags and layouts
   each reads.  */

#ifndef TOOL_CONSUMERS_H
#define TOOL_CONSUMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"

/* Indices of the table.  */
enum consumer_id
{
  CONSUMER_KERNEL,
  CONSUMER_MODULES,
  CONSUMER_VMLINUX,
  CONSUMER_GLIBC_242,
  CONSUMER_GLIBC_243,
  CONSUMER_LD_244,
  CONSUMER_LD_245,
  CONSUMER_LD_246,
  CONSUMER_MOLD_242,
  CONSUMER_LIBSFRAME_244,
  CONSUMER_LIBSFRAME_245,
  CONSUMER_LIBSFRAME_246,
  CONSUMER_V2_READER,
  CONSUMER_V3_READER,
  CONSUMER_V2_PROFILER,
  CONSUMER_COUNT
};

/* Kinds of files that a consumer reads, as bits.  */
enum
{
  CONSUMER_IMAGES = 1,  /* linked */
  CONSUMER_OBJECTS = 2, /* relocatable */
  CONSUMER_KMODS = 4    /* relocatable, a kernel module */
};

enum
{
  CONSUMER_MACHINES = 2, /* of one consumer, at most */
  CONSUMER_ERROR = 160   /* bytes of a message about a name */
};

struct consumer
{
  const char *name;       /* as --for takes it */
  enum sfm_target target; /* the version to write for it */
  bool shares;            /* takes functions that share rows */
  const char *text;       /* one line for --list-consumers */
  uint8_t kinds;          /* bits of the files that it reads */
  uint8_t versions;       /* bits 1 << version of the versions that it reads */
  uint8_t needs;          /* flags without which it reads nothing */
  uint8_t likes;          /* flags without which it shows an image, but finds
                             nothing in it by address */
  uint8_t refuses;        /* flags with which it reads nothing */
  bool swaps;       /* swaps data of the other byte order in place, shared rows
                       twice */
  bool first;       /* reads only the first of several headers */
  bool one_section; /* refuses objects with several .sframe sections */
  bool one_text;    /* knows the code of one executable segment */
  bool kernel;      /* reads kernels, at the symbol __start_sframe */
  uint64_t reader;  /* SFM_READER_*, for what is written for it */
  const char *warns; /* what a wrong header does besides, or NULL */
  uint16_t machines[CONSUMER_MACHINES]; /* e_machine; all 0: any */
  const char *only;                     /* the same as text, or NULL */
  /* Looks up return addresses as they are, without subtracting 1.  */
  bool plain_returns;
};

/* A list of consumers, each once, in the order of the request.  */
struct consumer_list
{
  const struct consumer *consumers[CONSUMER_COUNT];
  size_t count;
  bool all; /* "all" is in the request */
};

/* The consumer ID of the table.  */
const struct consumer *consumer_at (enum consumer_id id);

/* The id of CONSUMER, an element of the table.  */
enum consumer_id consumer_id (const struct consumer *consumer);

/* The consumer called NAME, or NULL.  */
const struct consumer *consumer_find (const char *name);

/* Whether rows may be shared in BIG_ENDIAN or other data for CONSUMER, or, if
   it is NULL, for all consumers of images.  */
bool consumer_shares (const struct consumer *consumer, bool big_endian);

/* Whether CONSUMER reads files of MACHINE, an e_machine.  */
bool consumer_reads (const struct consumer *consumer, uint16_t machine);

/* Parse TEXT, names separated by commas, into LIST; "all" stands for all
   consumers.  False if a name is unknown or missing: ERROR says so.  */
bool consumers_parse (const char *text, struct consumer_list *list,
                      char error[CONSUMER_ERROR]);

/* Say in ERROR that the SIZE bytes at NAME are no consumer.  */
void consumer_unknown (const char *name, size_t size,
                       char error[CONSUMER_ERROR]);

/* Print the table to standard output.  */
void consumers_list (void);

/* The names of the elements of enum sfm_target, and NULL.  */
extern const char *const target_names[];

/* Set *TARGET to the version called NAME, "v3" or "3"; false if there is
   none.  */
bool target_find (const char *name, enum sfm_target *target);

/* The name of TARGET, as --to takes it.  */
const char *target_name (enum sfm_target target);

#endif /* TOOL_CONSUMERS_H */
