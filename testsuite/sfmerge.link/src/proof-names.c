/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proof-names.c - static, hidden and public functions of a program that
   calls them all.  */

#define APART __attribute__ ((noinline, noclone, noipa))

int public_one (int n);
int hidden_one (int n) __attribute__ ((visibility ("hidden")));

static APART int
static_one (int n)
{
  volatile char block[120];

  block[n & 15] = n;
  return block[2] + n;
}

static APART int
static_two (int n)
{
  return static_one (n + 1) * 11;
}

APART int
hidden_one (int n)
{
  return n * 13 + 1;
}

APART int
public_one (int n)
{
  return static_two (n) + static_one (4) + hidden_one (n);
}

int
main (void)
{
  return public_one (2) & 0;
}
