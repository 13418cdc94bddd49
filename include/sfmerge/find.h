/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   find.h - the function and the rules at an address, here or in another
   process.  */

#ifndef SFMERGE_FIND_H
#define SFMERGE_FIND_H

#include "read.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For stack walkers: profilers, crash handlers, debuggers.  A section is
   opened once; then each frame is one look-up.  A walk goes

     pc = the interrupted instruction, or a return address;
     sfm_find_rules (&section, pc, &found, &rules, &diag);
     CFA, then RA and FP, by RULES; RA undefined: the outermost frame;
     pc = RA, minus 1 unless FOUND.fde.signal says that the caller's frame was
       interrupted too, and not left by a call.

   The functions of this part allocate nothing, take no lock, keep no state
   outside of their arguments, and are async-signal-safe, even if they fail
   (given a READ that is).  A look-up takes less than 2 KiB of stack.

   Whatever the bytes are, nothing outside of the section is read.  In a
   section that breaks the rules of sfm_check, a function may not be found, or
   the wrong one may be.  If other threads change the bytes meanwhile, the
   result is unspecified.  The work is logarithmic in the number of functions
   and linear in the rows of the one function that is found.  */

/* Copy the SIZE bytes at address ADDR of another process, of a core file or of
   anything else to BUFFER.  False: they cannot be read.  DATA is the
   caller's.  */
typedef bool sfm_read_fn (void *data, uint64_t addr, void *buffer,
                          size_t size);

/* A section to look functions up in.  Once open it is only read, so that
   threads and signal handlers can share it.  It holds no resources.  Bytes in
   memory, and DATA, are borrowed.  */
struct sfm_section
{
  struct sfm_piece piece; /* remote: its BYTES is NULL */
  uint64_t addr;          /* of byte 0 */
  /* As opened: SFM_START_BASE_FIELD if the piece has the PCREL flag, else
     SFM_START_BASE_SECTION, the rule for output of linkers that sort.  A
     caller that knows better sets it (doc/internals.md of the sources, section
     9).  */
  enum sfm_start_base start_base;
  sfm_read_fn *read; /* NULL: the bytes are in memory */
  void *data;
  int64_t first; /* private: start fields of the first and last function */
  int64_t last;
  uint64_t reserved[4];
};

/* Open the section of SIZE bytes at BYTES, whose address is ADDR in the image
   that its functions are looked up in: usually that of BYTES.  Only the piece
   at the start of the section counts; a linker that knows SFrame writes one.
   Statuses: those of sfm_piece_open, UNSUPP (the functions are not sorted, as
   in objects and in output of linkers that do not know SFrame; merge it
   first).  */
sfm_status sfm_section_open (const void *bytes, size_t size, uint64_t addr,
                             struct sfm_section *section,
                             struct sfm_diag *diag) SFM_CHECKED;

/* Open the section of SIZE bytes at ADDR, which READ copies with DATA.
   Look-ups give the same results as in memory.  A look-up makes few calls of
   READ, of at most 512 bytes each: mostly 3 or 4, and at most 8 plus 2 for
   each doubling of the number of functions, not counting the rows of the
   function that is found.  READ is asked for bytes of the section only; if it
   cannot copy many, it is asked for just those that are needed.  Statuses:
   those of sfm_section_open, IO (READ has failed).  */
sfm_status sfm_section_open_remote (uint64_t addr, uint64_t size,
                                    sfm_read_fn *read, void *data,
                                    struct sfm_section *section,
                                    struct sfm_diag *diag) SFM_CHECKED;

/* A loaded object.  It holds no resources.  */
struct sfm_image
{
  uint64_t bias;       /* its addresses minus those in its file */
  uint64_t text_start; /* its executable segments are in [TEXT_START, */
  uint64_t text_end;   /* TEXT_END) */
  uint64_t sframe_start;
  uint64_t sframe_size; /* 0: it has no section */
  struct sfm_section section;
  uint32_t text_segments; /* number of these */
  uint8_t reserved[60];
};

/* Find the section and the code of the object that is loaded with BIAS and has
   the COUNT program HEADERS, each an Elf64_Phdr in this machine's byte order:
   dlpi_phdr, dlpi_phnum and dlpi_addr of dl_iterate_phdr, or what a debugger
   has read from another process.  HEADERS are not kept.  READ copies the
   section's bytes with DATA; NULL: they are in memory.  Of several
   PT_GNU_SFRAME the last one counts, as for the kernel.  Code that would wrap
   the address space ends with it.  Statuses: SFM_END (there is no
   PT_GNU_SFRAME; all members but SECTION are set), CORRUPT (no segment has its
   bytes), those of sfm_section_open and sfm_section_open_remote.  */
sfm_status sfm_image_find (const void *headers, size_t count, uint64_t bias,
                           sfm_read_fn *read, void *data,
                           struct sfm_image *image,
                           struct sfm_diag *diag) SFM_CHECKED;

/* The arguments by which a loader makes a section known to a kernel that walks
   stacks by SFrame, in their order.  The GNU C library needs none: it finds
   PT_GNU_SFRAME of what it loads.  */
struct sfm_registration
{
  uint64_t sframe_start;
  uint64_t sframe_size;
  uint64_t text_start;
  uint64_t text_size;
  uint64_t reserved[4];
};

/* Fill in REGISTRATION for IMAGE, for which sfm_image_find has returned SFM_OK
   or SFM_END; it is all zero with any status but SFM_OK.  Statuses: SFM_END
   (there is nothing to make known), UNSUPP (the kernel would refuse it:
   another version than 3, starts that are not relative to their fields, or
   several executable segments).  sfm_check tells whether anything else is
   wrong with the section.  */
sfm_status sfm_image_registration (const struct sfm_image *image,
                                   struct sfm_registration *registration,
                                   struct sfm_diag *diag) SFM_CHECKED;

/* A function that was found.  */
struct sfm_found
{
  uint64_t addr; /* of the function */
  uint32_t idx;  /* number of its FDE */
  uint8_t reserved[4];
  struct sfm_fde fde;
};

/* Find the function of SECTION that covers ADDR: it begins at or before ADDR
   and ends after it.  Of several that begin at one address any may be found.
   Up to 16 functions that begin after it but have no bytes are passed over.  A
   function that wraps the address space does not go on at 0.  Statuses:
   SFM_END (no function covers ADDR; *FOUND is undefined), those of
   sfm_fde_read, IO.  */
sfm_status sfm_find_fde (const struct sfm_section *section, uint64_t addr,
                         struct sfm_found *found,
                         struct sfm_diag *diag) SFM_CHECKED;

/* Find the function that covers PC, and the rules that hold there: those of
   the last row that begins at or before PC.  In a function of PC type MASK PC
   counts from the start of its block.  FOUND may be NULL.  Statuses: SFM_END
   (no function covers PC, or its first row begins after PC, or it has none),
   those of sfm_fde_read, of sfm_rows_next and of sfm_row_rules, CORRUPT (the
   rows up to PC do not rise, or the block size is 0), UNSUPP (PC type MASK in
   version 1, which does not say the block size), IO.  */
sfm_status sfm_find_rules (const struct sfm_section *section, uint64_t pc,
                           struct sfm_found *found, struct sfm_rules *rules,
                           struct sfm_diag *diag) SFM_CHECKED;

#ifdef __cplusplus
}
#endif

#endif /* SFMERGE_FIND_H */
