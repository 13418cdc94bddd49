/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-cie.h - the headers of records, and CIEs.  */

#ifndef MERGER_CFI_CIE_H
#define MERGER_CFI_CIE_H

#include "sfmerge.h"

/* The header of a record.  */
struct cfi_record
{
  uint64_t id_at; /* section offset of the CIE id or pointer */
  uint64_t id;
  uint64_t end;    /* of the record */
  uint8_t id_size; /* 4 or 8 */
  bool is_cie;
  bool terminator; /* the length is 0: there is no id */
  bool extended;   /* it has a 64-bit length */
};

/* Read the header of the record at AT of SECTION.  False: the record does not
   end inside the section, or has no room for its id.  */
bool cfi_record_read (const struct sfm_cfi_section *section, uint64_t at,
                      struct cfi_record *record);

/* Read the CIE at AT of SECTION.  After a failure CIE->end is 0.  Statuses:
   CORRUPT, UNSUPP.  */
sfm_status cfi_cie_read (const struct sfm_cfi_section *section, uint64_t at,
                         struct sfm_cfi_cie *cie, struct sfm_diag *diag);

#endif /* MERGER_CFI_CIE_H */
