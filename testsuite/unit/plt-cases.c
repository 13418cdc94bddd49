/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-cases.c - what linkers' code looks like and what is true of it.

   Made from disassemblies of what the linkers wrote; the rules are what an
   unwinder must find before each instruction.  */

#include "config.h"

#include <stdlib.h>

#include "plt-cases.h"

#define ADRP16 "90000010/9f00001f "
#define LDR17 "f9400211/ffc003ff "
#define ADD16 "91000210/ffc003ff "
#define BR17 "d61f0220 "
#define NOP "d503201f "
#define BRK "d4207d00 "
#define BTI "d503245f "
#define AUT "d503219f "
#define STP_LR "a9bf7bf0 "
#define STP_2_3 "a9bf0fe2 "
#define ADRP2 "90000002/9f00001f "
#define ADRP3 "90000003/9f00001f "
#define LDR2 "f9400042/ffc003ff "
#define ADD3 "91000063/ffc003ff "
#define BR2 "d61f0040 "
#define BR16 "d61f0200 "
#define ANY "00000000/00000000 "

#define R1(cfa)                                                               \
  1,                                                                          \
  {                                                                           \
    {                                                                         \
      0, cfa, 0                                                               \
    }                                                                         \
  }
#define R2(cfa, at, other)                                                    \
  2,                                                                          \
  {                                                                           \
    { 0, cfa, 0 }, { at, other, 0 }                                           \
  }
#define R3(cfa, at, other, then, last)                                        \
  3,                                                                          \
  {                                                                           \
    { 0, cfa, 0 }, { at, other, 0 }, { then, last, 0 }                        \
  }
#define SAVED(at)                                                             \
  2,                                                                          \
  {                                                                           \
    { 0, 0, 0 }, { at, 16, -8 }                                               \
  }

/* clang-format off */
const struct plt_case plt_cases[] = {
  { "GNU PLT0", 'x', 'h', 0, R2 (16, 6, 24),
    "ff 35 ?? ?? ?? ?? ff 25 ?? ?? ?? ?? 0f 1f 40 00" },
  { "gold PLT0", 'x', 'h', 0, R2 (16, 6, 24),
    "ff 35 ?? ?? ?? ?? ff 25 ?? ?? ?? ?? 90 90 90 90" },
  { "MPX PLT0", 'x', 'h', 0, R2 (16, 6, 24),
    "ff 35 ?? ?? ?? ?? f2 ff 25 ?? ?? ?? ?? 0f 1f 00" },
  { "mold PLT0", 'x', 'h', 0, R3 (8, 6, 16, 12, 24),
    "f3 0f 1e fa 41 53 ff 35 ?? ?? ?? ?? ff 25 ?? ?? ?? ?? "
    "cc cc cc cc cc cc cc cc cc cc cc cc cc cc" },
  { "lld lazy retpoline PLT0", 'x', 'h', 32, R2 (16, 6, 24),
    "ff 35 ?? ?? ?? ?? 4c 8b 1d ?? ?? ?? ?? e8 0e 00 00 00 f3 90 0f ae e8 eb "
    "f9 cc cc cc cc cc cc cc "
    "4c 89 1c 24 c3 cc cc cc cc cc cc cc cc cc cc cc" },
  { "lld retpoline PLT0", 'x', 'h', 0, R2 (8, 16, 16),
    "e8 0b 00 00 00 f3 90 0f ae e8 eb f9 cc cc cc cc 4c 89 1c 24 c3 cc cc cc "
    "cc cc cc cc cc cc cc cc" },
  { "lazy entry", 'x', 'e', 0, R2 (8, 11, 16),
    "ff 25 ?? ?? ?? ?? 68 ?? ?? ?? ?? e9 ?? ?? ?? ??" },
  { "MPX lazy entry", 'x', 'e', 0, R2 (8, 5, 16),
    "68 ?? ?? ?? ?? f2 e9 ?? ?? ?? ?? 0f 1f 44 00 00" },
  { "MPX IBT lazy entry", 'x', 'e', 0, R2 (8, 9, 16),
    "f3 0f 1e fa 68 ?? ?? ?? ?? f2 e9 ?? ?? ?? ?? 90" },
  { "IBT lazy entry", 'x', 'e', 0, R2 (8, 9, 16),
    "f3 0f 1e fa 68 ?? ?? ?? ?? e9 ?? ?? ?? ?? 66 90" },
  { "gold IBT lazy entry", 'x', 'e', 0, R2 (8, 9, 16),
    "f3 0f 1e fa 68 ?? ?? ?? ?? e9 ?? ?? ?? ?? 90 90" },
  { "mold entry", 'x', 'e', 0, R1 (8),
    "41 bb ?? ?? ?? ?? ff 25 ?? ?? ?? ?? cc cc cc cc" },
  { "mold canonical entry", 'x', 'e', 0, R1 (8),
    "f3 0f 1e fa 41 bb ?? ?? ?? ?? ff 25 ?? ?? ?? ??" },
  { "lld lazy retpoline entry", 'x', 'e', 0, R2 (8, 22, 16),
    "4c 8b 1d ?? ?? ?? ?? e8 ?? ?? ?? ?? e9 ?? ?? ?? ?? 68 ?? ?? ?? ?? e9 ?? "
    "?? ?? ?? cc cc cc cc cc" },
  { "lld retpoline entry", 'x', 'e', 0, R1 (8),
    "4c 8b 1d ?? ?? ?? ?? e9 ?? ?? ?? ?? cc cc cc cc" },
  { "IBT entry", 'x', 'e', 0, R1 (8),
    "f3 0f 1e fa ff 25 ?? ?? ?? ?? 66 0f 1f 44 00 00" },
  { "gold IBT entry", 'x', 'e', 0, R1 (8),
    "f3 0f 1e fa ff 25 ?? ?? ?? ?? 0f 1f 04 00 90 90" },
  { "MPX IBT entry", 'x', 'e', 0, R1 (8),
    "f3 0f 1e fa f2 ff 25 ?? ?? ?? ?? 0f 1f 44 00 00" },
  { "old mold IBT entry", 'x', 'e', 0, R1 (8),
    "f3 0f 1e fa ff 25 ?? ?? ?? ?? cc cc cc cc cc cc" },
  { "GNU entry of 8 bytes", 'x', 'e', 0, R1 (8), "ff 25 ?? ?? ?? ?? 66 90" },
  { "MPX entry of 8 bytes", 'x', 'e', 0, R1 (8), "f2 ff 25 ?? ?? ?? ?? 90" },
  { "mold entry of 8 bytes", 'x', 'e', 0, R1 (8), "ff 25 ?? ?? ?? ?? cc cc" },
  { "GNU TLSDESC", 'x', 't', 0, R2 (8, 10, 16),
    "f3 0f 1e fa ff 35 ?? ?? ?? ?? ff 25 ?? ?? ?? ??" },
  { "gold TLSDESC", 'x', 't', 0, R2 (8, 6, 16),
    "ff 35 ?? ?? ?? ?? ff 25 ?? ?? ?? ?? 0f 1f 40 00" },

  { "PLT0", 'a', 'h', 0, SAVED (4),
    STP_LR ADRP16 LDR17 ADD16 BR17 NOP NOP NOP },
  { "BTI PLT0", 'a', 'h', 0, SAVED (8),
    BTI STP_LR ADRP16 LDR17 ADD16 BR17 NOP NOP },
  { "mold PLT0", 'a', 'h', 0, SAVED (4),
    STP_LR ADRP16 LDR17 ADD16 BR17 BRK BRK BRK },
  { "lld BTI entry of shared objects", 'a', 'e', 0, R1 (0),
    ADRP16 LDR17 ADD16 BR17 NOP NOP },
  { "PAC entry", 'a', 'e', 0, R1 (0), ADRP16 LDR17 ADD16 AUT BR17 NOP },
  { "BTI entry", 'a', 'e', 0, R1 (0), BTI ADRP16 LDR17 ADD16 BR17 NOP },
  { "BTI and PAC entry", 'a', 'e', 0, R1 (0),
    BTI ADRP16 LDR17 ADD16 AUT BR17 },
  { "relaxed lld BTI entry of shared objects", 'a', 'e', 0, R1 (0),
    ADRP16 LDR17 NOP BR17 NOP NOP },
  { "relaxed PAC entry", 'a', 'e', 0, R1 (0), ADRP16 LDR17 NOP AUT BR17 NOP },
  { "relaxed BTI entry", 'a', 'e', 0, R1 (0), BTI ADRP16 LDR17 NOP BR17 NOP },
  { "relaxed BTI and PAC entry", 'a', 'e', 0, R1 (0),
    BTI ADRP16 LDR17 NOP AUT BR17 },
  { "entry", 'a', 'e', 0, R1 (0), ADRP16 LDR17 ADD16 BR17 },
  { "relaxed entry", 'a', 'e', 0, R1 (0), ADRP16 LDR17 NOP BR17 },
  { "mold .plt.got entry", 'a', 'e', 0, R1 (0), ADRP16 LDR17 BR17 BRK },
  { "wild .plt.got entry", 'a', 'e', 0, R1 (0), ADRP16 LDR17 BR17 NOP },
  { "TLSDESC", 'a', 't', 0, R2 (0, 4, 16),
    STP_2_3 ADRP2 ADRP3 LDR2 ADD3 BR2 NOP NOP },
  { "BTI TLSDESC", 'a', 't', 0, R2 (0, 8, 16),
    BTI STP_2_3 ADRP2 ADRP3 LDR2 ADD3 BR2 NOP },

  { "veneer", 'v', 'e', 0, R1 (0), ADRP16 ADD16 BR16 },
  { "relaxed veneer", 'v', 'e', 0, R1 (0), ADRP16 NOP BR16 },
  { "thunk to an absolute address", 'v', 'e', 0, R1 (0),
    "58000050 " BR16 ANY ANY },
  { "thunk in code that cannot be read", 'v', 'e', 0, R1 (0),
    "d2800010/ffe0001f f2a00010/ffe0001f f2c00010/ffe0001f "
    "f2e00010/ffe0001f " BR16 },
  { "veneer over 4 GiB", 'v', 'e', 0, R1 (0),
    "58000090 10000011 8b110210 " BR16 ANY ANY },
  { "mold thunk over 4 GiB", 'v', 'e', 0, R1 (0),
    "10000010/9f00001f d2a00011/ffe0001f f2c00011/ffe0001f "
    "f2e00011/ffe0001f 8b110210 " BR16 },
  { "BTI veneer", 'v', 'e', 0, R1 (0), BTI "14000000/fc000000 " },

  { "PLT0", 's', 'h', 0, R1 (160),
    "e3 10 f0 38 00 24 c0 10 ?? ?? ?? ?? d2 07 f0 30 10 08 "
    "e3 10 10 10 00 04 07 f1 07 00 07 00 07 00" },
  { "old mold PLT0", 's', 'h', 0, R1 (160),
    "e3 00 f0 38 00 24 c0 10 ?? ?? ?? ?? d2 07 f0 30 10 08 "
    "e3 10 10 10 00 04 07 f1 07 00 07 00 07 00" },
  { "mold PLT0 with NOPs", 's', 'h', 0, R1 (160),
    "b9 09 00 01 a7 0b ff c2 eb 10 00 01 00 0c b9 08 00 01 e3 00 f0 38 00 24 "
    "c0 10 ?? ?? ?? ?? d2 07 f0 30 10 08 e3 10 10 10 00 04 07 f1 "
    "07 00 07 00" },
  { "mold PLT0", 's', 'h', 0, R1 (160),
    "b9 09 00 01 a7 0b ff c2 eb 10 00 01 00 0c b9 08 00 01 e3 00 f0 38 00 24 "
    "c0 10 ?? ?? ?? ?? d2 07 f0 30 10 08 e3 10 10 10 00 04 07 f1 "
    "00 00 00 00" },
  { "entry", 's', 'e', 0, R1 (160),
    "c0 10 ?? ?? ?? ?? e3 10 10 00 00 04 07 f1 0d 10 e3 10 10 0c 00 14 "
    "c0 f4 ?? ?? ?? ?? ?? ?? ?? ??" },
  { "old mold entry", 's', 'e', 0, R1 (160),
    "c0 10 ?? ?? ?? ?? e3 10 10 00 00 04 c0 01 ?? ?? ?? ?? 07 f1 "
    "07 00 07 00 07 00 07 00 07 00 07 00" },
  { "mold entry with NOP", 's', 'e', 0, R1 (160),
    "c0 10 ?? ?? ?? ?? e3 10 10 00 00 04 0d 01 07 00" },
  { "mold entry", 's', 'e', 0, R1 (160),
    "c0 10 ?? ?? ?? ?? e3 10 10 00 00 04 0d 01 00 00" },
  { "mold .plt.got entry with NOP", 's', 'e', 0, R1 (160),
    "c0 10 ?? ?? ?? ?? e3 10 10 00 00 04 07 f1 07 00" },
  { "mold .plt.got entry", 's', 'e', 0, R1 (160),
    "c0 10 ?? ?? ?? ?? e3 10 10 00 00 04 07 f1 00 00" },
};
/* clang-format on */

const size_t plt_case_count = sizeof plt_cases / sizeof *plt_cases;

/* The token at P as a number, "??" as any; returns what is after it.  */
static const char *
read_token (const char *p, uint32_t *value, uint32_t *mask)
{
  char *end;

  *value = 0;
  *mask = 0;
  if (*p == '?')
    end = (char *) (uintptr_t) (p + 2);
  else
    {
      *value = (uint32_t) strtoul (p, &end, 16);
      *mask = UINT32_MAX;
      if (*end == '/')
        *mask = (uint32_t) strtoul (end + 1, &end, 16);
    }
  return *end == ' ' ? end + 1 : end;
}

size_t
plt_case_code (const struct plt_case *c, uint8_t *code, uint8_t *mask)
{
  size_t size = 0, width = c->machine == 'a' || c->machine == 'v' ? 4 : 1;

  for (const char *p = c->code; *p != '\0';)
    {
      uint32_t value, bits;
      p = read_token (p, &value, &bits);
      for (size_t i = 0; i < width; i++, size++)
        {
          code[size] = (uint8_t) (value >> 8 * i);
          mask[size] = (uint8_t) (bits >> 8 * i);
        }
    }
  return size;
}
