# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2
#name: readelf's text of s390x registers, version 2
#source: ../inc/s390x.s --defsym V=2 --defsym F=4
#as: s390x
#sfmerge: dump --style=readelf %O
#stdout:
Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_2
    Flags: SFRAME_F_FDE_FUNC_START_PCREL
    Num FDEs: 2
    Num FREs: 9

  Function Index :

    func idx [0]: pc = 0x0, size = 20 bytes
    STARTPC         CFA       FP        RA           
    0000000000000000  sp+160    u         u            
    0000000000000006  sp+160    c-72      c-48         
    000000000000000c  fp+320    c-72      c-48         
    0000000000000012  sp+160    u         u            

    func idx [1]: pc = 0x14, size = 18 bytes
    STARTPC         CFA       FP        RA           
    0000000000000014  sp+160    u         u            
    0000000000000018  sp+160    r17       U            
    000000000000001c  sp+160    r17       r16          
    0000000000000020  sp+160    u         r16          
    0000000000000024  sp+160    u         u            
