# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: the code of an object where the map puts it proves a place
#source: ../sfmerge.reject/unproven.s --defsym SIZE=8 --defsym N=0x01020304
#source: ../sfmerge.reject/alike.s --defsym N=0x01020305
#ld: ld -e 0 --traditional-format -Map=map -T %I/image.ld
#prepare: %{objcopy} -R .sframe image
#sfmerge: link -v --grow=move-phdrs --from-map=map -o out image %1
#files: map
#stderr: sfmerge: image: 0x1000 bytes inserted at offset 0x1010, after the bytes of program header 0
#stderr: sfmerge: image: the section goes to the free end of a segment
#stderr: #re sfmerge: image: PT_GNU_SFRAME is program header [12], as before
#stderr: sfmerge: image: functions of the inputs: 1; described by the image already: 0, placed by the map: 1, by symbols: 0
#stderr: sfmerge: image: not in the image: discarded 0, not extracted 0, absent 0, superseded 0, dead 0, empty 0, unsure 0
#stderr: sfmerge: image: left out: changed 0, not found 0, contradicted 0, unjudged 0
#stderr: sfmerge: image: merged: 1 functions, 1 rows, 52 bytes of 52 at 0x401010
out: section .sframe at 0x401010, 52 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch 3 (AMD64)
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 16
    fde 0 at 0x1c: start 0x401000 (-0x2c) <strong>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
