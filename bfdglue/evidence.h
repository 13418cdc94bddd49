/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   evidence.h - where functions start in an image, according to everything
   but SFrame: .eh_frame and the symbol tables.

   Evidence confirms or contradicts an address; it never supplies one.  */

#ifndef BFDGLUE_EVIDENCE_H
#define BFDGLUE_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf-image.h"

/* A function's start.  */
struct evidence_start
{
  uint64_t addr;
  uint64_t size;
};

/* A named function or label of .symtab or .dynsym.  */
struct evidence_symbol
{
  const char *name; /* in the image's string table */
  uint64_t addr;
  uint64_t size;
  uint32_t file; /* number of the STT_FILE group it is a local of, from 1;
                    0: none */
  bool global;   /* or weak */
  bool weak;
  bool dynamic; /* only in .dynsym */
};

struct evidence
{
  /* .eh_frame's FDEs, by address then size.  EH_COMPLETE: the section was
     there and read to its end.  */
  struct evidence_start *eh;
  size_t eh_count;
  bool eh_complete;
  /* Defined STT_FUNC, STT_GNU_IFUNC and STT_NOTYPE symbols of executable
     sections, by address then size.  */
  struct evidence_symbol *symbols;
  size_t symbol_count;
  /* Names of the STT_FILE groups, in symbol table order; group N is
     files[N - 1].  */
  const char **files;
  size_t file_count;
  const char **files_by_name; /* the same, ordered by name */
  bool has_symtab;            /* the image is not stripped */
  bool has_file_locals;       /* an STT_FILE group has a local name */
  /* The same symbols, ordered by name: indices into SYMBOLS.  */
  uint32_t *by_name;
};

/* Collect the evidence of IMAGE, which must outlive it.  A damaged .eh_frame
   or symbol table is a warning and counts as far as it could be read.
   Statuses: NOMEM.  */
sfm_status evidence_read (const struct image *image, struct evidence *evidence,
                          const struct say *sink) SFM_CHECKED;

void evidence_free (struct evidence *evidence);

/* SFM_EVIDENCE_* bits for a function [ADDR, ADDR + SIZE): by .eh_frame if it
   has an FDE that starts there, else by the symbols.  */
uint8_t evidence_about (const struct evidence *evidence, uint64_t addr,
                        uint64_t size);

/* True if .eh_frame was read whole and contradicts a function [ADDR, ADDR +
   SIZE): no FDE starts at ADDR with that size, but some FDE has bytes of it.
   About bytes that no FDE has, .eh_frame says nothing: objects may be built
   to describe their functions in .sframe alone.  */
bool evidence_against (const struct evidence *evidence, uint64_t addr,
                       uint64_t size);

/* The symbols called NAME: sets *FIRST to the first position in by_name and
   returns their number.  */
size_t evidence_named (const struct evidence *evidence, const char *name,
                       size_t *first);

/* True if there is an STT_FILE group called NAME.  */
bool evidence_has_file (const struct evidence *evidence, const char *name);

/* Sources of the arrays, one each for .eh_frame (elf-eh-frame.c) and the
   symbol tables (elf-symbols.c).  Unsorted; same contract as
   evidence_read.  */
sfm_status eh_frame_read (const struct image *image, struct evidence *evidence,
                          const struct say *sink) SFM_CHECKED;
sfm_status symbols_read (const struct image *image, struct evidence *evidence,
                         const struct say *sink) SFM_CHECKED;

#endif /* BFDGLUE_EVIDENCE_H */
