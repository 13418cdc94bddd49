/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proof-equal.c - with -DPART=1 and -DPART=2 functions whose code and rules
   are the same, else a program that calls both.  */

int equal_one (void);
int equal_two (void);

#if PART == 1
int
equal_one (void)
{
  return 0;
}
#elif PART == 2
int
equal_two (void)
{
  return 0;
}
#else
int
main (void)
{
  return equal_one () + equal_two ();
}
#endif
