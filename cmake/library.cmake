# libkufsa, for programs: shared and static, where only what kufsa.h declares is visible; and
# what `cmake --install build/release --component library` puts beside it.
include(GNUInstallDirs)
set(KUFSA_ABI 0) # as in kufsa.h; raise both if programs built for the last one could break
set(library_parts kufsa_review kufsa_tell kufsa_match kufsa_bots kufsa_words kufsa_think
  kufsa_system kufsa_rules kufsa_base)

add_library(kufsa_shared SHARED $<TARGET_OBJECTS:kufsa_lib>)
target_link_libraries(kufsa_shared PRIVATE ${library_parts})
set(map "${CMAKE_SOURCE_DIR}/cmake/library.map")
target_link_options(kufsa_shared PRIVATE "LINKER:--version-script=${map}")
if(NOT KUFSA_SANITIZE) # the sanitizers' own functions come with the program
  target_link_options(kufsa_shared PRIVATE LINKER:-z,defs)
endif()
set_target_properties(kufsa_shared PROPERTIES OUTPUT_NAME kufsa LINK_DEPENDS "${map}"
  VERSION ${PROJECT_VERSION} SOVERSION ${KUFSA_ABI}
  LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")

# One object, in which every other name has become local: it cannot clash with the caller's.
# Sanitizers and coverage need those names.
set(static "${CMAKE_BINARY_DIR}/lib/libkufsa.a")
if(NOT KUFSA_SANITIZE AND NOT KUFSA_COVERAGE)
  set(object "${CMAKE_BINARY_DIR}/lib/kufsa.o")
  list(TRANSFORM library_parts REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE archives)
  add_custom_command(
    OUTPUT "${static}"
    COMMAND "${CMAKE_LINKER}" -r -o "${object}" $<TARGET_OBJECTS:kufsa_lib>
      --start-group ${archives} --end-group
    COMMAND "${CMAKE_OBJCOPY}" --localize-hidden --wildcard --remove-section=.gnu.lto_*
      --remove-section=.gnu.debuglto_* "${object}"
    COMMAND "${CMAKE_COMMAND}" -E rm -f "${static}"
    COMMAND "${CMAKE_AR}" crD "${static}" "${object}"
    DEPENDS kufsa_lib ${library_parts} $<TARGET_OBJECTS:kufsa_lib>
    COMMAND_EXPAND_LISTS
    COMMENT "libkufsa.a"
    VERBATIM)
  add_custom_target(kufsa_static ALL DEPENDS "${static}")
endif()

# The prefix is where the file is found, so that the folder can be moved.
file(RELATIVE_PATH up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file(cmake/kufsa.pc.in "${CMAKE_BINARY_DIR}/lib/kufsa.pc" @ONLY)
install(TARGETS kufsa_shared COMPONENT library)
install(FILES "${static}" DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library OPTIONAL)
install(FILES include/kufsa.h DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT library)
install(FILES "${CMAKE_BINARY_DIR}/lib/kufsa.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT library)
