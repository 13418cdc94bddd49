# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: readelf's text of PLT functions
#source: ../sfmerge.decode/mask.s --defsym V=2
#as: x86_64 aarch64_be
#sfmerge: dump --style=readelf %O
#stdout:
Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_2
    Flags: NONE
#if x86_64
    CFA fixed RA offset: -8
#endif
    Num FDEs: 2
    Num FREs: 4

  Function Index :

    func idx [0]: pc = 0xffffffffffffffe4, size = 16 bytes
    STARTPC         CFA       FP        RA           
#if x86_64
    ffffffffffffffe4  sp+16     u         f            
    ffffffffffffffea  sp+24     u         f            
#else
    ffffffffffffffe4  sp+16     u         u            
    ffffffffffffffea  sp+24     u         u            
#endif

    func idx [1]: pc = 0xffffffffffffffe0, size = 64 bytes
    STARTPC[m]      CFA       FP        RA           
#if x86_64
    0000000000000000  sp+8      u         f            
    000000000000000b  sp+16     u         f            
#else
    0000000000000000  sp+8      u         u            
    000000000000000b  sp+16     u         u            
#endif
