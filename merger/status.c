/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   status.c - texts of statuses, losses and findings, and facts about ABIs.  */

#include "config.h"

#include <stdarg.h>

#include "engine.h"
#include "sfmerge.h"

#define STRING_OF(x) #x
#define STRING(x) STRING_OF (x)

const char *
sfm_version (void)
{
  return STRING (SFM_VERSION_MAJOR) "." STRING (SFM_VERSION_MINOR) "." STRING (
      SFM_VERSION_PATCH);
}

const char *
sfm_status_text (sfm_status status)
{
  switch (status)
    {
#define SFM_X(name, value, text)                                              \
  case name:                                                                  \
    return text;
      SFM_STATUSES (SFM_X)
#undef SFM_X
    }
  return "unknown status";
}

const char *
sfm_loss_text (enum sfm_loss loss)
{
  switch (loss)
    {
#define SFM_X(name, text)                                                     \
  case name:                                                                  \
    return text;
      SFM_LOSSES (SFM_X)
#undef SFM_X
    case SFM_LOSS_COUNT:
      break;
    }
  return "unknown loss";
}

const char *
sfm_finding_name (enum sfm_finding_id id)
{
  switch (id)
    {
#define SFM_X(name, text, severity)                                           \
  case name:                                                                  \
    return text;
      SFM_FINDINGS (SFM_X)
#undef SFM_X
    case SFM_FIND_COUNT:
      break;
    }
  return "unknown finding";
}

const char *
sfm_abi_name (uint8_t abi)
{
  switch (abi)
    {
    case SFM_ABI_AARCH64_ENDIAN_BIG:
      return "AARCH64 big-endian";
    case SFM_ABI_AARCH64_ENDIAN_LITTLE:
      return "AARCH64";
    case SFM_ABI_AMD64_ENDIAN_LITTLE:
      return "AMD64";
    case SFM_ABI_S390X_ENDIAN_BIG:
      return "S390X";
    default:
      return NULL;
    }
}

bool
sfm_abi_big_endian (uint8_t abi)
{
  return abi == SFM_ABI_AARCH64_ENDIAN_BIG || abi == SFM_ABI_S390X_ENDIAN_BIG;
}

/* AMD64's call instruction puts it there.  The other ABIs have it in a
   register when a function begins.  */
int
sfm_abi_fixed_ra (uint8_t abi)
{
  return abi == SFM_ABI_AMD64_ENDIAN_LITTLE ? -8 : 0;
}

sfm_status
status_fail (struct sfm_diag *diag, sfm_status status, uint64_t offset,
             const char *format, ...)
{
  va_list ap;

  diag->status = status;
  diag->input = 0;
  diag->offset = offset;
  va_start (ap, format);
  text_print (diag->text, sizeof diag->text, format, ap);
  va_end (ap);
  return status;
}
