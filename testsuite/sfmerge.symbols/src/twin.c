/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   twin.c - with -DTWIN=1 and -DTWIN=2 two objects with the same names, of
   the same sizes, with other frames.  With -DMORE each has a name of its
   own, with -DWEAK twin_call is weak, with -DSAME there is a function whose
   bytes are the same in both and only the call frame rules are others.
   -DFRAME=N changes the frame of one function.  */

#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2 (a, b)
#define TEXT2(n) #n
#define TEXT(n) TEXT2 (n)

#ifndef FRAME
#define FRAME (200 + 16 * TWIN)
#endif

int twin_call (int);
int twin_same (int);
int PASTE (twin_more_, TWIN) (int);

static __attribute__ ((noinline)) int
twin_local (int n)
{
  volatile char t[FRAME];

  t[n & 7] = (char) n;
  return t[n & 7] + TWIN;
}

#ifdef WEAK
__attribute__ ((weak))
#endif
int
twin_call (int n)
{
  volatile char t[24 + 16 * TWIN];

  t[n & 7] = 1;
  return twin_local (n) + t[1];
}

#ifdef MORE
int
PASTE (twin_more_, TWIN) (int n)
{
  volatile char t[2000 * TWIN];

  t[n & 7] = 1;
  return twin_local (n + 1) + t[1];
}
#endif

#ifdef SAME
/* clang-format off */
__asm__ (
#ifdef SECTIONS
         "\t.section .text.twin_same,\"ax\",@progbits\n"
#else
         "\t.text\n"
#endif
#ifdef WEAK
         "\t.weak twin_same\n"
#else
         "\t.globl twin_same\n"
#endif
         "\t.type twin_same, @function\n"
         "twin_same:\n"
         "\t.cfi_startproc\n"
         "\tleal 3(%rdi), %eax\n"
         "\t.cfi_def_cfa_offset 16 * " TEXT (TWIN) "\n"
         "\tnop\n"
         "\tnop\n"
         "\t.cfi_def_cfa_offset 8\n"
         "\tret\n"
         "\t.cfi_endproc\n"
         "\t.size twin_same, . - twin_same\n"
         "\t.text\n");
/* clang-format on */
#endif
