/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-cie.h - records of .eh_frame: their headers, and the pointer encoding
   that a CIE gives its FDEs.  */

#ifndef BFDGLUE_EH_CIE_H
#define BFDGLUE_EH_CIE_H

#include "eh-cursor.h"

/* The header of a record.  */
struct eh_record
{
  size_t id_at;    /* the CIE id or pointer */
  size_t id_size;  /* 4 or 8 */
  uint64_t id;     /* 0: a CIE */
  size_t end;      /* of the record */
  bool terminator; /* the length is 0: there is no id */
  bool extended;   /* it has a 64-bit length */
};

/* Read the header of the record at AT in the bytes of CURSOR.  False: it does
   not end inside them, or has no room for its id.  */
bool eh_record (const struct eh_cursor *cursor, size_t at,
                struct eh_record *record);

/* Read the CIE at AT in the bytes of CURSOR: set *ENCODING to that of FDE
   pointers and *ID_SIZE to the size of its id.  False: there is no CIE, or it
   cannot be understood.  */
bool eh_cie (const struct eh_cursor *cursor, size_t at, uint8_t *encoding,
             size_t *id_size);

#endif /* BFDGLUE_EH_CIE_H */
