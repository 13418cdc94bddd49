/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   linked-three.c - an object for linker.c, with code in several sections.  */

__attribute__ ((cold, noinline)) static int
rare (volatile int *numbers)
{
  volatile int more[20] = { numbers[0] };
  return more[0] + more[19];
}

int
linked_three (volatile int *numbers, int count)
{
  volatile char room[300] = { 0 };

  for (int i = 1; i < count; i++)
    {
      if (numbers[i % 8] < -7)
        return rare (numbers) + room[7];
      numbers[0] += numbers[i % 8] + room[i % 300];
    }
  return numbers[0];
}

__attribute__ ((section (".text.apart"))) int
linked_apart (int count)
{
  volatile int numbers[8] = { count };

  return linked_three (numbers, count) + 5;
}
