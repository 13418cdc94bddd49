/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   synth-templates.h - templates that both C++ objects instantiate.  */

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

struct item
{
  std::string name;
  long weight;
  bool operator<(const item &other) const
  {
    return weight < other.weight
           || (weight == other.weight && name < other.name);
  }
};

/* Throws through itself N levels deep.  */
template <typename T>
__attribute__ ((noinline)) T
descend (int n, const T &value)
{
  T copy = value;
  if (n == 0)
    throw std::runtime_error ("deep");
  T below = descend<T> (n - 1, copy);
  return below < copy ? copy : below;
}

/* The sum of sorted weights of COUNT items.  */
template <typename C>
__attribute__ ((noinline)) long
collect (int count)
{
  C all;
  std::map<std::string, std::vector<item> > by_name;
  for (int i = 0; i < count; i++)
    {
      item one{ std::to_string (i * 7919 % 101), i * 31 % 57 };
      all.push_back (one);
      by_name[one.name].push_back (one);
    }
  std::vector<item> sorted (all.begin (), all.end ());
  std::sort (sorted.begin (), sorted.end ());
  long sum = static_cast<long> (by_name.size ());
  for (const item &one : sorted)
    sum = sum * 3 % 100003 + one.weight;
  return sum;
}

long other (int count);
