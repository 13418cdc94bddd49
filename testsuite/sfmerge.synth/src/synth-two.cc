/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   synth-two.cc - the same templates again, and a function that nothing
   calls.  */

#include <deque>

#include "synth-templates.h"

long
other (int count)
{
  try
    {
      descend<std::string> (3, "y");
    }
  catch (const std::exception &)
    {
      count++;
    }
  return collect<std::vector<item> > (count);
}

long
nobody (int count)
{
  return collect<std::deque<item> > (count) + descend<long> (count, 1);
}
