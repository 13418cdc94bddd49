/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-eh-frame-hdr.c - the table of .eh_frame_hdr, whole and damaged.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "eh-frame-hdr.h"
#include "fixture-bend.h"
#include "fixture-text.h"
#include "result.h"

/* A table of three entries at 0x1400 of the file: for 0x402000, 0x402010 and
   0x402040.  */
#define HEADER                                                                \
  "P2.type=6474e550 P2.offset=1400 P2.addr=401400 P2.filesz=24 P2.memsz=24 "  \
  "B1400.1=1 B1401.1=1b B1402.1=3 B1403.1=3b W1404.4=10000 W1408.4=3 "        \
  "W140c.4=c00 W1410.4=10010 W1414.4=c10 W1418.4=10030 W141c.4=c40 "          \
  "W1420.4=10060 "

static const struct
{
  const char *bend, *wanted;
} rows[] = {
  { HEADER, "table at 411404, 0 unsorted:"
            " 402000-411410 402010-411430 402040-411460" },
  { HEADER "P2.type=0", "none: there is no PT_GNU_EH_FRAME" },
  { HEADER "P2.filesz=3", "damaged: it ends inside its header" },
  { HEADER "P2.filesz=4",
    "encoded: the encodings are 0x1b, 0x3 and 0x3b; unwinders search where "
    "they are 0x1b, 0x3 and 0x3b" },
  { HEADER "P2.filesz=8", "damaged: it ends before its table does" },
  { HEADER "P2.filesz=b", "damaged: it ends before its table does" },
  { HEADER "P2.filesz=23", "damaged: it ends before its table does" },
  { HEADER "P2.filesz=25", "table at 411404, 0 unsorted:"
                           " 402000-411410 402010-411430 402040-411460" },
  { HEADER "W1408.4=4", "damaged: it ends before its table does" },
  { HEADER "W1408.4=ffffffff", "damaged: it ends before its table does" },
  { HEADER "W1408.4=2",
    "table at 411404, 0 unsorted: 402000-411410 402010-411430" },
  { HEADER "W1408.4=0", "table at 411404, 0 unsorted:" },
  { HEADER "B1400.1=2", "damaged: its version is not 1" },
  { HEADER "B1400.1=0", "damaged: its version is not 1" },
  { HEADER "B1401.1=ff",
    "encoded: the encodings are 0xff, 0x3 and 0x3b; unwinders search where "
    "they are 0x1b, 0x3 and 0x3b" },
  { HEADER "B1401.1=3b", "table at 411400, 0 unsorted:"
                         " 402000-411410 402010-411430 402040-411460" },
  { HEADER "B1402.1=ff", "none: PT_GNU_EH_FRAME has no table" },
  { HEADER "B1403.1=ff", "none: PT_GNU_EH_FRAME has no table" },
  { HEADER "B1402.1=b",
    "encoded: the encodings are 0x1b, 0xb and 0x3b; unwinders search where "
    "they are 0x1b, 0x3 and 0x3b" },
  { HEADER "B1403.1=1b",
    "encoded: the encodings are 0x1b, 0x3 and 0x1b; unwinders search where "
    "they are 0x1b, 0x3 and 0x3b" },
  /* The second is below the first, and as high as the first.  */
  { HEADER "W1414.4=bff", "table at 411404, 1 unsorted:"
                          " 402000-411410 401fff-411430 402040-411460" },
  { HEADER "W1414.4=c00", "table at 411404, 0 unsorted:"
                          " 402000-411410 402000-411430 402040-411460" },
  { HEADER "W140c.4=c20 W1414.4=c10 W141c.4=c00",
    "table at 411404, 2 unsorted:"
    " 402020-411410 402010-411430 402000-411460" },
  /* They are in the order of their FDEs.  */
  { HEADER "W1410.4=10090", "table at 411404, 0 unsorted:"
                            " 402010-411430 402040-411460 402000-411490" },
  /* Distances are signed.  */
  { HEADER "W1410.4=fffffff0", "table at 411404, 0 unsorted:"
                               " 402000-4013f0 402010-411430 402040-411460" },
};

/* Make the text from HDR.  */
static void
describe (const struct eh_frame_hdr *hdr)
{
  static const char *const states[] = { [EH_HDR_NONE] = "none",
                                        [EH_HDR_DAMAGED] = "damaged",
                                        [EH_HDR_ENCODED] = "encoded",
                                        [EH_HDR_TABLE] = "table" };

  text_begin ();
  text_add ("%s", states[hdr->state]);
  if (hdr->state != EH_HDR_TABLE)
    text_add (": %s", hdr->what);
  else
    text_add (" at %" PRIx64 ", %" PRIu64 " unsorted:", hdr->eh_frame,
              hdr->unsorted);
  for (size_t i = 0; i < hdr->count; i++)
    text_add (" %" PRIx64 "-%" PRIx64, hdr->entries[i].start,
              hdr->entries[i].fde);
}

int
main (void)
{
  static struct fixture fx;
  struct eh_frame_hdr hdr;

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (unsigned big = 0; big < 2; big++)
      {
        fixture_begin (&fx, big != 0);
        bool passed
            = fixture_bend (&fx, rows[i].bend) && fixture_open (&fx) == SFM_OK
              && eh_frame_hdr_read (&fx.image, &hdr, &fixture_sink) == SFM_OK;
        if (passed)
          {
            describe (&hdr);
            eh_frame_hdr_free (&hdr);
          }
        unit_result_of (passed && strcmp (fixture_text, rows[i].wanted) == 0,
                        "%s: %s", big ? "aarch64" : "amd64",
                        rows[i].bend + strlen (HEADER));
        fixture_close (&fx);
      }
  return unit_exit ();
}
