/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reserve-object.h - make the object that reserves space for the merged
   section at link time.  */

#ifndef BFDGLUE_RESERVE_OBJECT_H
#define BFDGLUE_RESERVE_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"
#include "diag.h"

struct reserve_object
{
  uint16_t machine; /* e_machine */
  bool big_endian;
  uint64_t size; /* of .sframe_reserve; rounded up to 8 */
};

/* Make an ELF64 relocatable object with a section .sframe_reserve of OPTIONS'
   size, all zero: *SIZE bytes at *BYTES, from malloc.  Statuses: NOMEM, LIMIT
   (more than an SFrame section can use).  */
sfm_status reserve_object_make (const struct reserve_object *options,
                                uint8_t **bytes, size_t *size,
                                const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_RESERVE_OBJECT_H */
