# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# hardening.tcl - what configure's hardening leaves in the built files.

# What readelf OPTIONS says of FILE.
proc cli_readelf {options file} {
    if {[catch {exec [sfm_tool READELF] -W {*}$options $file 2>/dev/null} \
             text]} {
        return ""
    }
    return $text
}

# What of the hardening FILE, which calls the symbols of CALLS, lacks.
proc cli_hardened {file kind calls} {
    global HARDENED
    set headers [cli_readelf -hl $file]
    set dynamic [cli_readelf -d $file]
    set symbols [cli_readelf --dyn-syms $file]
    set problem ""
    if {![regexp {GNU_RELRO} $headers]} {
        append problem " no GNU_RELRO;"
    }
    if {![regexp {BIND_NOW|Flags: .*NOW} $dynamic]} {
        append problem " bound lazily;"
    }
    if {![regexp {GNU_STACK +\S+ +\S+ +\S+ +\S+ +\S+ +RW +} $headers]} {
        append problem " executable stack;"
    }
    if {[string match {* TEXTREL*} $dynamic]} {
        append problem " relocated code;"
    }
    if {$kind ne "program" || [lsearch -exact $HARDENED -pie] >= 0} {
        if {![regexp {Type: +DYN } $headers]} {
            append problem " fixed address;"
        }
    }
    foreach call $calls {
        if {![regexp " $call\\M" $symbols]} {
            append problem " no call of $call;"
        }
    }
    return $problem
}

# Why nothing can be said about the hardening of FILE, or "".
proc cli_unhardened {file} {
    global HARDENING BUILT_WITH
    if {$HARDENING eq "no"} {
        return "built with --disable-hardening"
    } elseif {[sfm_tool READELF] eq ""} {
        return "no readelf"
    } elseif {![file exists $file]} {
        return "not built"
    } elseif {![regexp -- {-O[1-3s]} $BUILT_WITH]} {
        return "built without optimisation"
    }
    return [sfm_missing no_sanitizer]
}

foreach {file kind calls} {
    sfmerge program {__stack_chk_fail \\w+_chk}
    wrap/bin/ld program {__stack_chk_fail \\w+_chk}
    merger/.libs/libsfmerge.so library {__stack_chk_fail \\w+_chk}
    plugin/.libs/sfmerge-plugin.so library {__stack_chk_fail \\w+_chk}
} {
    set name "cli/hardening: $file"
    set path [file join $SFM_BUILDDIR $file]
    set reason [cli_unhardened $path]
    if {$reason ne ""} {
        unsupported "$name ($reason)"
        continue
    }
    sfm_report $name [cli_hardened $path $kind $calls]
}

# A linker drops the note from what it makes if one object lacks it, as the C
# library's start files of Debian 12 do.  So the objects are asked.
foreach file {merger/.libs/libsfmerge.a bfdglue/base/libbase.a} {
    set name "cli/hardening: branches in $file"
    set path [file join $SFM_BUILDDIR $file]
    set reason [cli_unhardened $path]
    if {$reason eq "" && ![string match {*-fcf-protection=full*} $HARDENED]} {
        set reason "no -fcf-protection"
    }
    if {$reason ne ""} {
        unsupported "$name ($reason)"
        continue
    }
    set objects [regexp -all -line {^File: } [cli_readelf -h $path]]
    set marked [regexp -all {IBT, SHSTK} [cli_readelf -n $path]]
    sfm_report $name [expr {$objects > 0 && $objects == $marked ? ""
                            : "$marked of $objects objects are marked"}]
}
