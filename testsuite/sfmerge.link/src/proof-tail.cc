/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proof-tail.cc - functions that are one jump through the GOT if compiled
   with -fno-plt: with -DPART=1 a COMDAT function, else a static and a weak
   one.  */

extern "C" void outside (void *data);

#if PART == 1
__attribute__ ((noinline)) inline void
comdat_one (void *data)
{
  outside (data);
}

void
user (void *data)
{
  comdat_one (nullptr);
  if (data)
    comdat_one (data);
}
#else
static void
static_one (void *data)
{
  outside (data);
}

__attribute__ ((weak)) void
weak_one (void *data)
{
  outside (data);
}

void (*volatile hook) (void *) = static_one;

void
user (void *data)
{
  hook (nullptr);
  weak_one (data);
}
#endif
