// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (C) 2026 the sfmerge authors
//
// same-name.cc - a unit of a program whose units are all called the same and
// have the same statics: UNIT tells them apart.  Some statics have the same
// code in every unit, some the same code and other call frame rules.

#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2 (a, b)
#define NOINLINE __attribute__ ((noinline))

// Of this COMDAT function the units have copies of one size with frames of
// two: only the first one linked is in the image.
NOINLINE inline int
one_of_many (int n)
{
  volatile char t[UNIT & 1 ? 40 : 72];

  t[n & 7] = (char) n;
  return n > 2 ? one_of_many (n - 1) + t[n & 7] : n;
}

template <typename T, int N> struct turner
{
  T value;
  NOINLINE T turn (T by);
  virtual T answer (T by) { return turn (by) + N; }
  virtual ~turner () {}
};

template <typename T, int N>
NOINLINE T
turner<T, N>::turn (T by)
{
  volatile T t[N + 3];

  for (int i = 0; i < N + 3; i++)
    t[i] = (T) (by + i);
  value = (T) (value + t[(int) by & 1]);
  return value;
}

namespace
{
// The same code in every unit.
NOINLINE int
helper (int n)
{
  return n > 3 ? helper (n - 1) + helper (n - 2) : n;
}

// Another frame in every unit, mostly of the same size.
NOINLINE int
scratch (int n)
{
  volatile char t[16 * UNIT + 8];

  t[n & 7] = (char) n;
  return t[n & 7] + helper (n & 3);
}

struct local_class
{
  NOINLINE int method (int n) { return helper (n) - scratch (n); }
};
}

static NOINLINE __attribute__ ((used)) int
unused (int n)
{
  return helper (n) * UNIT;
}

// The same bytes in every unit; the rules say what the unit is.
#define TEXT2(n) #n
#define TEXT(n) TEXT2 (n)
// clang-format off
__asm__ (".text\n"
         "\t.type alike, @function\n"
         "alike:\n"
         "\t.cfi_startproc\n"
         "\tleal 1(%rdi), %eax\n"
         "\t.cfi_def_cfa_offset 16 + 8 * " TEXT (UNIT) "\n"
         "\tnop\n"
         "\t.cfi_def_cfa_offset 8\n"
         "\tret\n"
         "\t.cfi_endproc\n"
         "\t.size alike, . - alike\n");
// clang-format on
extern "C" int alike (int) __attribute__ ((visibility ("hidden")));

extern "C" int PASTE (unit_, UNIT) (int n);
extern "C" int
PASTE (unit_, UNIT) (int n)
{
  turner<int, UNIT % 4> t;
  turner<long, UNIT / 4 + 1> *u = new turner<long, UNIT / 4 + 1>;
  local_class here;

  t.value = n;
  u->value = n;
  int r = t.answer (n) + (int) u->answer (n) + one_of_many (n & 7)
          + here.method (n & 7) + alike (n);
  delete u;
  return r;
}
