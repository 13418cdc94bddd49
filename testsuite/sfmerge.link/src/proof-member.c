/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proof-member.c - with -DPART=1 and -DPART=2 archive members of one size
   with other frames, else a program that needs the first.  */

int member_one (int n);
int member_two (int n);

#if PART
#if PART == 1
int
member_one (int n)
#else
int
member_two (int n)
#endif
{
  volatile char block[160 + 160 * PART];

  block[3] = n;
  return block[5] + PART;
}
#else
int
main (void)
{
  return member_one (6) & 0;
}
#endif
