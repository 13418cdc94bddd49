/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   check-header.c - the checker: headers (rules S1 to S4 of doc/internals.md,
   section 8, and the fixed offsets of SFrame V3, 'SFrame Header').  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "checker.h"

static void
report (struct check *c, enum sfm_finding_id id, uint64_t offset,
        const char *text, uint64_t a, uint64_t b)
{
  sfm_check_report (c, id, SFM_NO_INDEX, SFM_NO_INDEX, offset,
                    "%s: 0x%" PRIx64 " against 0x%" PRIx64, text, a, b);
}

/* Check magic number, version and length.  False: nothing after them can be
   read.  */
static bool
check_preamble (struct check *c, uint64_t offset, struct check_piece *p)
{
  const uint8_t *b = c->bytes + offset;
  uint64_t left = c->size - offset;

  memset (p, 0, sizeof *p);
  p->offset = offset;
  if (left >= 2)
    {
      p->big_endian = check_u16 (b, true) == SFM_MAGIC;
      if (!p->big_endian && check_u16 (b, false) != SFM_MAGIC)
        {
          report_piece (c, SFM_FIND_MAGIC, offset,
                        "the first bytes are %02x %02x, a header begins "
                        "e2 de or de e2",
                        b[0], b[1]);
          return false;
        }
    }
  if (left < SFM_HEADER_SIZE)
    {
      report (c, SFM_FIND_TRUNCATED, offset,
              "the bytes that are left and the size of a header", left,
              SFM_HEADER_SIZE);
      return false;
    }
  p->version = b[2];
  p->flags = b[3];
  if (p->version < 1 || p->version > 3)
    {
      report_piece (c, SFM_FIND_VERSION, offset + 2,
                    "version %u: not known to this program", p->version);
      return false;
    }
  return true;
}

/* Check flags and ABI (S2).  False: nothing after them is known.  */
static bool
kind_known (struct check *c, struct check_piece *p)
{
  static const uint8_t known_flags[] = { 0, 0x3, 0x7, 0x5 };
  uint8_t unknown = (uint8_t) (p->flags & ~known_flags[p->version]);

  if (unknown != 0)
    report_piece (c, SFM_FIND_FLAGS, p->offset + 3,
                  "the flags are 0x%02x, version %u knows 0x%02x", p->flags,
                  p->version, known_flags[p->version]);

  uint8_t abi = c->bytes[p->offset + 4];
  uint8_t last = p->version == 1 ? SFM_ABI_AMD64_ENDIAN_LITTLE
                                 : SFM_ABI_S390X_ENDIAN_BIG;
  bool big
      = abi == SFM_ABI_AARCH64_ENDIAN_BIG || abi == SFM_ABI_S390X_ENDIAN_BIG;
  const bool known = abi >= SFM_ABI_AARCH64_ENDIAN_BIG && abi <= last;
  if (!known)
    report_piece (c, SFM_FIND_ABI, p->offset + 4,
                  "the ABI is %u, version %u knows 1 to %u", abi, p->version,
                  last);
  else if (big != p->big_endian)
    report_piece (c, SFM_FIND_ABI, p->offset + 4,
                  "the ABI is %u, which is %s-endian, but the magic is "
                  "%s-endian",
                  abi, big ? "big" : "little", big ? "little" : "big");
  else
    p->abi = abi;
  return known && unknown == 0;
}

/* Report starts without PCREL in version 3: allowed, but no tool writes them,
   and libsframe's look-up misreads them.  */
static void
check_habits (struct check *c, const struct check_piece *p)
{
  if (p->version == 3 && !(p->flags & SFM_F_FDE_FUNC_START_PCREL))
    report_piece (c, SFM_FIND_NOT_PCREL, p->offset + 3,
                  "the flags are 0x%02x: starts relative to the section, "
                  "which readers of version 3 take for relative to the field",
                  p->flags);
}

/* Check the fixed offsets.  Consumers use them as they are: if they are not
   the ABI's, each return address or frame pointer is wrong.  */
static void
check_fixed (struct check *c, const struct check_piece *p)
{
  int fixed_ra = sfm_abi_fixed_ra (p->abi);

  if (p->abi == 0)
    return;
  if (p->fixed_fp != 0)
    report_piece (c, SFM_FIND_FIXED, p->offset + 5,
                  "the fixed FP offset is %d, with ABI %u it is 0",
                  p->fixed_fp, p->abi);
  if (p->fixed_ra != fixed_ra)
    report_piece (c, SFM_FIND_FIXED, p->offset + 6,
                  "the fixed RA offset is %d, with ABI %u it is %d",
                  p->fixed_ra, p->abi, fixed_ra);
}

/* Check that everything is inside the section (S3); all sums are of 32-bit
   numbers in 64 bits.  FDEOFF and FREOFF are relative to HEADER_END.  */
static bool
check_bounds (struct check *c, const struct check_piece *p,
              uint64_t header_end, uint32_t fdeoff, uint32_t freoff)
{
  uint64_t fdes_end = p->fdes + (uint64_t) p->num_fdes * p->fde_size;

  if (header_end > c->size)
    report (c, SFM_FIND_BOUNDS, p->offset + 7,
            "the end of the auxiliary header and of the section", header_end,
            c->size);
  else if (fdes_end > c->size)
    report (c, SFM_FIND_BOUNDS, p->offset + 8,
            "the end of the FDEs and of the section", fdes_end, c->size);
  else if (p->fres + p->fre_len > c->size)
    report (c, SFM_FIND_BOUNDS, p->offset + 16,
            "the end of the FREs and of the section", p->fres + p->fre_len,
            c->size);
  else if (fdeoff > freoff)
    report (c, SFM_FIND_BOUNDS, p->offset + 20,
            "the FDEs begin after the FREs", fdeoff, freoff);
  else if (fdes_end > p->fres)
    report (c, SFM_FIND_BOUNDS, p->offset + 24,
            "the FDEs end past the beginning of the FREs", fdes_end, p->fres);
  else if (p->end - p->offset > UINT32_MAX)
    report (c, SFM_FIND_BOUNDS, p->offset,
            "the bytes of the piece and what 32 bits can address",
            p->end - p->offset, UINT32_MAX);
  else
    return true;
  return false;
}

/* Check S4: no gap between the parts, no auxiliary header.  libsframe leaves
   sfh_fdeoff out of the addresses of PCREL functions, and refuses an auxiliary
   header in data of the other byte order.  */
static void
check_packing (struct check *c, const struct check_piece *p, uint8_t aux,
               uint32_t fdeoff, uint32_t freoff)
{
  uint64_t packed = fdeoff + (uint64_t) p->num_fdes * p->fde_size;

  if (aux != 0)
    report_piece (c, SFM_FIND_AUX, p->offset + 7,
                  "an auxiliary header of %u bytes, writers leave 0", aux);
  if (fdeoff != 0)
    report (c, SFM_FIND_TILING, p->offset + 20,
            "the offset of the FDEs and of the end of the header", fdeoff, 0);
  if (freoff != packed)
    report (c, SFM_FIND_TILING, p->offset + 24,
            "the offset of the FREs and of the end of the FDEs", freoff,
            packed);
}

bool
sfm_check_header (struct check *c, uint64_t offset, struct check_piece *p)
{
  static const uint8_t fde_sizes[] = { 0, 17, 20, 16 };

  if (!check_preamble (c, offset, p))
    return false;
  if (!kind_known (c, p))
    return false;

  const uint8_t *b = c->bytes + offset;
  bool big = p->big_endian;
  uint8_t aux = b[7];
  uint64_t header_end = offset + SFM_HEADER_SIZE + aux;
  p->fixed_fp = (int8_t) b[5];
  p->fixed_ra = (int8_t) b[6];
  check_habits (c, p);
  check_fixed (c, p);
  p->fde_size = fde_sizes[p->version];
  p->num_fdes = check_u32 (b + 8, big);
  p->num_fres = check_u32 (b + 12, big);
  p->fre_len = check_u32 (b + 16, big);
  uint32_t fdeoff = check_u32 (b + 20, big);
  uint32_t freoff = check_u32 (b + 24, big);
  p->fdes = header_end + fdeoff;
  p->fres = header_end + freoff;
  p->end = p->fres + p->fre_len;
  if (!check_bounds (c, p, header_end, fdeoff, freoff))
    return false;
  check_packing (c, p, aux, fdeoff, freoff);
  return true;
}
