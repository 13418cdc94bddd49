# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Work for the sampler: a shell that does everything itself.

spell() {
  printf -v word '%s-%d' "$1" "$1"
  upper=${word^^}
}

work() {
  local i sum=0
  for ((i = 0; i < $1; i++)); do
    sum=$(((sum * 31 + i) % 65537))
    list[i % 100]=x$sum
    text=${list[i % 50]//x/y}
    if [[ $text =~ ^y([0-9]+)$ ]]; then
      case ${BASH_REMATCH[1]} in
        *7*) spell $i ;;
      esac
    fi
  done
}

work "$1"
