# What tools/quick_build/cache.cmake has CMakeLists.txt do besides.

# Searches of the tests would take longer than optimising these engines does.
foreach(engine bit_planes bit_sets dancing_links)
  file(GLOB sources ${PROJECT_SOURCE_DIR}/dlx/engine/${engine}/*.cc)
  set_source_files_properties(${sources} PROPERTIES
    COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON)
endforeach()

# precompile(TARGETS...): what nearly every file includes is compiled once, for the
# first target; the others take it over.
function(precompile first)
  target_precompile_headers(${first} PRIVATE
    <algorithm> <cstdint> <functional> <memory> <optional> <string> <utility> <vector>
    <absl/status/statusor.h> <absl/strings/str_cat.h> <absl/strings/str_format.h>
    <absl/strings/str_join.h> <absl/strings/str_split.h> <absl/time/time.h>
    <absl/types/span.h>)
  foreach(target ${ARGN})
    if(TARGET ${target})
      target_precompile_headers(${target} REUSE_FROM ${first})
    endif()
  endforeach()
endfunction()

# When there are targets. What programs are made of is compiled in another way than
# what libraries are.
cmake_language(DEFER CALL precompile dlx sudoku cli dlx_python)
cmake_language(DEFER CALL precompile dlx_program sudoku_program engines_test)
