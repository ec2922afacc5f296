# embed_text(TARGET HEADER NAMESPACE CONSTANT FILES...): the texts of some files, one
# after the other, as a constant in a header that is made for a target: so that the
# program needs no files to run. (sudoku/render/embed_text.bzl does the same for Bazel.)
function(embed_text target header namespace constant)
  set(text "")
  foreach(file ${ARGN})
    file(READ ${file} content)
    string(APPEND text "${content}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  string(MAKE_C_IDENTIFIER "${header}_" guard)
  string(TOUPPER ${guard} guard)
  # A file that has not changed is left alone.
  set(written ${PROJECT_BINARY_DIR}/generated/${header})
  file(WRITE ${written}.new "#ifndef ${guard}
#define ${guard}
#include \"absl/strings/string_view.h\"
namespace ${namespace} {
inline constexpr absl::string_view ${constant} =
    R\"embedded(${text})embedded\";
}  // namespace ${namespace}
#endif  // ${guard}
")
  configure_file(${written}.new ${written} COPYONLY)
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/generated)
endfunction()
