# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: rows are shared if nobody says otherwise
#source: ../sfmerge.merge/many.s
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=16 -T %I/image.ld
#sfmerge: link -v -o out image %O
#stderr: sfmerge: image: its section: 164 bytes needed, room for 208
#stderr: sfmerge: image: functions of the inputs: 8; described by the image already: 8, placed by the map: 0, by symbols: 0
#stderr: sfmerge: image: not in the image: discarded 0, not extracted 0, absent 0, superseded 0, dead 0, empty 0, unsure 0
#stderr: sfmerge: image: left out: changed 0, not found 0, contradicted 0, unjudged 0
#stderr: sfmerge: image: compact: 7 functions use the rows of others, 0 rows repeated the one before, 56 bytes saved
#stderr: sfmerge: image: merged: 8 functions, 8 rows, 164 bytes of 208 at 0x402000
out: section .sframe at 0x402000, 164 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 8, num_fres 8, fre_len 8, fdeoff 0, freoff 128
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start 0x401008 (-0x1024), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      rows as of fde 0
    fde 2 at 0x3c: start 0x401010 (-0x102c), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      rows as of fde 0
    fde 3 at 0x4c: start 0x401018 (-0x1034), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      rows as of fde 0
    fde 4 at 0x5c: start 0x401020 (-0x103c), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      rows as of fde 0
    fde 5 at 0x6c: start 0x401028 (-0x1044), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      rows as of fde 0
    fde 6 at 0x7c: start 0x401030 (-0x104c), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      rows as of fde 0
    fde 7 at 0x8c: start 0x401038 (-0x1054), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      rows as of fde 0
