# What tools/quick_build/cache.cmake has CMakeLists.txt do besides.

# Searches of the tests would take longer than optimising these engines does.
foreach(engine bit_planes bit_sets dancing_links)
  file(GLOB sources ${PROJECT_SOURCE_DIR}/dlx/engine/${engine}/*.cc)
  set_source_files_properties(${sources} PROPERTIES
    COMPILE_OPTIONS -O1)
endforeach()
