# How tools/check_cmake and tools/check_python build, which are not about speed:
#
#   cmake -C tools/quick_build/cache.cmake -S . -B build
#
# takes less than half the processor time of the same by GCC. The consumers are compiled
# by the usual compiler, so that both have to get on with each other.

set(CMAKE_CXX_COMPILER clang++ CACHE FILEPATH "")
# For one kind of CPU only.
set(CMAKE_CXX_FLAGS_RELEASE "-O0 -DHWY_COMPILE_ONLY_STATIC" CACHE STRING "")
set(BUILD_TESTING ON CACHE BOOL "")
set(CMAKE_PROJECT_dlx_INCLUDE ${CMAKE_CURRENT_LIST_DIR}/project.cmake CACHE FILEPATH "")
