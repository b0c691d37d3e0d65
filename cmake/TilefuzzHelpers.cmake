add_library(tilefuzz_flags INTERFACE)
target_compile_options(tilefuzz_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wimplicit-fallthrough -Werror
  # GCC 12 reports moves of an empty absl::InlinedVector as reads of uninitialised memory.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
target_include_directories(tilefuzz_flags INTERFACE ${CMAKE_SOURCE_DIR})
if(TILEFUZZ_SANITIZE)
  target_compile_options(tilefuzz_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(tilefuzz_flags INTERFACE -fsanitize=address,undefined)
endif()

# tilefuzz_library(NAME [DEPS lib...] [TEST_DEPS lib...] [LABELS label...])
#
# One library a folder: every *.cpp beside the CMakeLists.txt that calls it goes into tilefuzz_NAME,
# every *_test.cpp into tilefuzz_NAME_test. A new unit needs no line here.
function(tilefuzz_library name)
  cmake_parse_arguments(ARG "" "" "DEPS;TEST_DEPS;LABELS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  if(sources)
    add_library(tilefuzz_${name} STATIC ${sources})
    target_link_libraries(tilefuzz_${name} PUBLIC tilefuzz_flags ${ARG_DEPS})
  else()
    add_library(tilefuzz_${name} INTERFACE)
    target_link_libraries(tilefuzz_${name} INTERFACE tilefuzz_flags ${ARG_DEPS})
  endif()
  if(tests AND BUILD_TESTING)
    add_executable(tilefuzz_${name}_test ${tests})
    target_link_libraries(tilefuzz_${name}_test PRIVATE
      tilefuzz_${name} ${ARG_TEST_DEPS} GTest::gmock GTest::gtest_main)
    # Half the compile time of the release flags; a failing test is built again by hand to be debugged.
    target_compile_options(tilefuzz_${name}_test PRIVATE -O1 -g0)
    target_compile_definitions(tilefuzz_${name}_test PRIVATE TILEFUZZ_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    gtest_discover_tests(tilefuzz_${name}_test
      TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
      PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 300)
  endif()
endfunction()
