# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# find_package (Sfmerge) - the program, the engine library and a function that
# has targets linked through sfmerge.  Files are found from where this one is,
# so that an installation can be moved.
#
#   Sfmerge_EXECUTABLE      the program
#   Sfmerge::libsfmerge     the library, if it is installed
#   sfmerge_target (TARGET [FOR consumer] [TO version] [OPTIONS option...])
#       Link TARGET by "sfmerge run" with these options, so that its output is
#       described from its .eh_frame.

foreach (_sfmerge_up "../../.." "../../../..")
  get_filename_component (_sfmerge_prefix
    "${CMAKE_CURRENT_LIST_DIR}/${_sfmerge_up}" ABSOLUTE)
  list (APPEND _sfmerge_prefixes "${_sfmerge_prefix}")
endforeach ()

find_program (Sfmerge_EXECUTABLE sfmerge PATHS ${_sfmerge_prefixes}
  PATH_SUFFIXES bin NO_DEFAULT_PATH)
find_path (Sfmerge_INCLUDE_DIR sfmerge.h PATHS ${_sfmerge_prefixes}
  PATH_SUFFIXES include NO_DEFAULT_PATH)
find_library (Sfmerge_LIBRARY sfmerge
  PATHS "${CMAKE_CURRENT_LIST_DIR}/../.." NO_DEFAULT_PATH)
mark_as_advanced (Sfmerge_EXECUTABLE Sfmerge_INCLUDE_DIR Sfmerge_LIBRARY)
unset (_sfmerge_prefix)
unset (_sfmerge_prefixes)

include (FindPackageHandleStandardArgs)
find_package_handle_standard_args (Sfmerge
  REQUIRED_VARS Sfmerge_EXECUTABLE VERSION_VAR Sfmerge_VERSION)

if (Sfmerge_LIBRARY AND Sfmerge_INCLUDE_DIR AND NOT TARGET Sfmerge::libsfmerge)
  add_library (Sfmerge::libsfmerge UNKNOWN IMPORTED)
  set_target_properties (Sfmerge::libsfmerge PROPERTIES
    IMPORTED_LOCATION "${Sfmerge_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${Sfmerge_INCLUDE_DIR}")
endif ()

function (sfmerge_target target)
  cmake_parse_arguments (PARSE_ARGV 1 arg "" "FOR;TO" "OPTIONS")
  if (arg_UNPARSED_ARGUMENTS)
    message (FATAL_ERROR
      "sfmerge_target: unknown argument '${arg_UNPARSED_ARGUMENTS}'")
  endif ()
  set (launch "\"${Sfmerge_EXECUTABLE}\" run")
  foreach (name FOR TO)
    if (arg_${name})
      string (TOLOWER ${name} option)
      string (APPEND launch " --${option}=${arg_${name}}")
    endif ()
  endforeach ()
  foreach (option IN LISTS arg_OPTIONS)
    string (APPEND launch " \"${option}\"")
  endforeach ()
  set_property (TARGET ${target} PROPERTY RULE_LAUNCH_LINK "${launch} --")
endfunction ()
