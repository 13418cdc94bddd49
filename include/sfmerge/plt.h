/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   plt.h - rows for the PLT entries and stubs that linkers generate.  */

#ifndef SFMERGE_PLT_H
#define SFMERGE_PLT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Code that a linker generates and no object describes: a section of PLT
   entries, or a run of STUBS (veneers, thunks) that lead to targets too far
   for a branch.  A compiler could write the bytes of a stub too, so the caller
   has to know by symbols that these are stubs.  */
struct sfm_plt_code
{
  uint64_t addr;
  const uint8_t *bytes; /* of the code, as the image has it */
  size_t size;
  uint8_t abi;
  bool stubs;
  uint8_t reserved[30]; /* 0 */
};

/* What was recognised in such code.  */
struct sfm_plt_found
{
  size_t size; /* bytes of the piece that describes it */
  uint32_t functions;
  uint32_t rows;
  uint64_t covered; /* bytes of code that have rules */
  uint64_t unknown; /* bytes of code that no known linker writes, or for which
                       no single rule holds */
  uint8_t reserved[16];
};

/* Measure what the known linkers wrote in CODE.  The rest is counted and stays
   undescribed; nothing is guessed.  Statuses: UNSUPP (ABI), LIMIT (more code
   than any linker writes).  */
sfm_status sfm_plt_measure (const struct sfm_plt_code *code,
                            struct sfm_plt_found *found,
                            struct sfm_diag *diag) SFM_CHECKED;

/* Write a piece of version 3 that describes CODE to BUFFER, which has SIZE
   bytes, at least sfm_plt_found.size (else USAGE).  Its starts are right for a
   section at address 0: for sfm_merger_add the address of each place is
   sfm_fde_address (FDE, 0, SFM_START_BASE_FIELD).  Repeating entries are one
   function of PC type MASK; everything else is a function of PC type INC.  */
sfm_status sfm_plt_write (const struct sfm_plt_code *code, void *buffer,
                          size_t size, struct sfm_diag *diag) SFM_CHECKED;

#ifdef __cplusplus
}
#endif

#endif /* SFMERGE_PLT_H */
