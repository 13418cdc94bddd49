/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   synth-one.cc - a program with templates, exceptions and cold code.  */

#include <deque>
#include <iostream>
#include <regex>

#include "synth-templates.h"

static void
unused (int n)
{
  std::cout << collect<std::deque<item> > (n);
}

void (*volatile never_called) (int) = unused;

int
main ()
{
  bool caught = false;
  try
    {
      descend<std::string> (20, "x");
    }
  catch (const std::exception &)
    {
      caught = true;
    }
  std::regex pattern ("a(b|c)+d");
  std::cout << collect<std::vector<item> > (100) << ' ' << other (50) << ' '
            << caught << ' ' << std::regex_match ("abcbcd", pattern)
            << std::endl;
  return 0;
}
