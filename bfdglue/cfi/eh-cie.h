/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   eh-cie.h - the records of .eh_frame: their headers, and what a CIE says
   about the pointers of its FDEs.  */

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
  bool terminator; /* a length of 0; nothing else is set but END */
  bool extended;   /* it has a 64-bit length */
};

/* Read the header of the record at AT of the bytes of CURSOR.  False if it
   does not end inside them or has no room for its id.  */
bool eh_record (const struct eh_cursor *cursor, size_t at,
                struct eh_record *record);

/* Read the encoding of FDE pointers from the CIE at AT.  *ID_SIZE is the size
   of its id.  False if there is no CIE, or none that can be understood.  */
bool eh_cie (const struct eh_cursor *cursor, size_t at, uint8_t *encoding,
             size_t *id_size);

#endif /* BFDGLUE_EH_CIE_H */
