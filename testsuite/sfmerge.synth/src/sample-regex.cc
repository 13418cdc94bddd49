// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (C) 2026 the sfmerge authors
//
// Work for the sampler: templates for the compiler.

#include <algorithm>
#include <map>
#include <regex>
#include <string>
#include <unordered_map>
#include <vector>

int
main (int argc, char **argv)
{
  std::regex expression (argv[1]);
  std::map<std::string, int> ordered;
  std::unordered_map<int, std::string> hashed;
  std::vector<std::string> words (argv, argv + argc);

  std::sort (words.begin (), words.end ());
  hashed[ordered[words[0]]++] = words.back ();
  return std::regex_match (argv[1], expression) + (int) hashed.size ();
}
