# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# sfmerge.fish - fish completion.  The program that is typed knows its options.

# The VALUES of an option or operand that begin with TYPED, after BEFORE.
function __sfmerge_values --argument-names values typed before
    switch $values
        case -
            return
        case @files
            string replace -r '^' -- $before (__fish_complete_path $typed)
        case @directories
            string replace -r '^' -- $before (__fish_complete_directories $typed)
        case @commands
            string replace -r '^' -- $before (__fish_complete_command)
        case '*'
            for value in (string split ' ' -- $values)
                echo $before$value
            end
    end
end

# The argument of an option: the same, and the next of a list.
function __sfmerge_argument --argument-names argument values typed before
    if string match -q '*,...*' -- $argument; and string match -q '*,*' -- $typed
        set before $before(string replace -r '[^,]*$' '' -- $typed)
        set typed (string replace -r '.*,' '' -- $typed)
    end
    __sfmerge_values $values "$typed" "$before"
end

function __sfmerge_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l program (string replace -r '^~' $HOME -- $words[1])
    if test (count $words) -eq 1
        $program help --complete 2>/dev/null | string replace -r '\t-\t-\t' \t
        return
    end
    if test "$words[2]" = help
        test (count $words) -eq 2
        and $program help --complete 2>/dev/null | string match -v -- '-*' \
            | string replace -r '\t-\t-\t' \t
        return
    end
    set -l option (string match -r '^--[^=]*(?==)' -- $typed)
    for line in ($program help --complete $words[2] 2>/dev/null)
        set -l fields (string split \t -- $line)
        if test -n "$option"
            if test "$fields[1]" = "$option"
                __sfmerge_argument $fields[2] $fields[3] \
                    (string replace -r '^[^=]*=' '' -- $typed) $option=
                return
            end
        else if test "$fields[1]" = "$words[-1]"
            and not string match -q -r '^(-$|\[)' -- $fields[2]
            __sfmerge_argument $fields[2] $fields[3] "$typed" ''
            return
        else if test "$fields[1]" = '*'
            string match -q -- '-*' $typed; and continue
            if test $fields[3] = @line
                __fish_complete_subcommand --fcs-skip=2
            else
                __sfmerge_values $fields[3] "$typed" ''
            end
        else
            string match -q -r '^(-|\[)' -- $fields[2]; or string match -q -r '^-[^-]' -- $fields[1]
            or set fields[1] $fields[1]=
            printf '%s\t%s\n' $fields[1] $fields[4]
        end
    end
end

complete -c sfmerge -f -a '(__sfmerge_complete)'
