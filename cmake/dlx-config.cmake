# find_package(dlx): the targets dlx::dlx and sudoku::sudoku.
include(CMakeFindDependencyMacro)
find_dependency(absl)
find_dependency(hwy)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/dlx-targets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/sudoku-targets.cmake)
