/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   synth-calls.c - functions that compilers give unusual frames: of variable
   size, aligned, large, cold, nested, without return.  */

#include <stdarg.h>
#include <stddef.h>

extern void use (void *pointer);
extern void fail (int code) __attribute__ ((noreturn, cold));

int
variable (size_t size)
{
  char bytes[size];
  int array[size / 4 + 1];

  use (bytes);
  use (array);
  return bytes[0] + array[0];
}

int
aligned (int n)
{
  int block[64] __attribute__ ((aligned (64)));

  for (int i = 0; i < n; i++)
    use (block + i);
  return block[n];
}

int
large (int n)
{
  char bytes[300000];

  use (bytes);
  if (n < 0)
    fail (n);
  return bytes[n];
}

int
aligned_and_variable (int n)
{
  double block[8] __attribute__ ((aligned (128)));
  char bytes[n];

  use (block);
  use (bytes);
  return (int) block[0] + bytes[0];
}

int
sum (int count, ...)
{
  va_list args;
  int total = 0;

  va_start (args, count);
  for (int i = 0; i < count; i++)
    total += va_arg (args, int);
  va_end (args);
  if (total < 0)
    fail (total);
  return total;
}

int
early (int a, int b, int c)
{
  if (a == 0)
    return b;
  if (__builtin_expect (b == 0, 0))
    fail (c);
  for (int i = a; i < b; i++)
    {
      use (&c);
      if (c == i)
        return sum (2, a, c) + early (a - 1, b, c);
    }
  return sum (7, a, b, c, a + b, b + c, a + c, a + b + c);
}

void
jumps (int (*table[]) (int), int n)
{
  void *buffer[5];

  if (__builtin_setjmp (buffer) == 0)
    use (buffer);
  while (n-- > 0)
    if (table[n](n) != 0)
      use (__builtin_return_address (0));
}

void
never (void)
{
  for (;;)
    fail (1);
}
