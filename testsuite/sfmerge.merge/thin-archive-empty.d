# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Linkers skip a member that is no object.
#name: an archive with an empty member, thin
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: : >empty && %{ar} rcs --thin lib.a %1 empty %2
#sfmerge: link --share-rows=never -o out image lib.a
#files: lib.a empty
out: section .sframe at 0x402000, 158 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 4, num_fres 14, fre_len 66, fdeoff 0, freoff 64
#pass
