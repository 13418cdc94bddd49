# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v2-pcrel v3
#name: rows that repeat, version 2 to @VERSION@
#source: repeated.s --defsym V=2
#as: x86_64 aarch64 aarch64_be
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=80 -T %I/image.ld
#sfmerge: link --share-rows --to=@VERSION@ -o out image %O
v2,v2-pcrel|#warning: image: warning: 1 function: left out: an undefined return address needs version 3
#like: repeated-v3-to.d
