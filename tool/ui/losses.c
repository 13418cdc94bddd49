/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   losses.c - reporting functions that the engine left out.  */

#include "config.h"

#include <inttypes.h>

#include "file-list.h"

/* The severity of a loss.  A loss that no look-up can observe is a detail.  */
static enum diag_severity
loudness (enum sfm_loss loss)
{
  switch (loss)
    {
    case SFM_LOSS_ZERO_SIZE:
    case SFM_LOSS_DUPLICATE:
    case SFM_LOSS_REPLACED:
    case SFM_LOSS_SPLIT:
    case SFM_LOSS_ROWS:
      return DIAG_DETAIL;
    case SFM_LOSS_NO_ROOM:
      /* The caller knows what would make room.  */
      return DIAG_NOTE;
    default:
      return DIAG_WARNING;
    }
}

void
losses_say (const uint64_t *counts, const char *file,
            const struct diag_sink *sink)
{
  for (unsigned i = 0; i < SFM_LOSS_COUNT; i++)
    if (counts[i] != 0)
      diag (sink, loudness ((enum sfm_loss) i), file,
            "%" PRIu64 " function%s: %s", counts[i], counts[i] == 1 ? "" : "s",
            sfm_loss_text ((enum sfm_loss) i));
}

json_t *
losses_json (const uint64_t *counts)
{
  static const char *const names[] = {
#define SFM_X(name, text) #name,
    SFM_LOSSES (SFM_X)
#undef SFM_X
  };
  json_t *losses = json_array ();

  for (unsigned i = 0; i < SFM_LOSS_COUNT; i++)
    if (counts[i] != 0
        && json_array_append_new (
               losses, json_pack ("{s:s, s:s, s:I}", "loss",
                                  names[i] + sizeof "SFM_LOSS_" - 1, "text",
                                  sfm_loss_text ((enum sfm_loss) i),
                                  "functions", (json_int_t) counts[i]))
               != 0)
      {
        json_decref (losses);
        return NULL;
      }
  return losses;
}
