# What `make install` and `cmake --install` put where, in four components: program, server (what
# systemd needs), library (cmake/library.cmake) and documentation.
include(GNUInstallDirs)

# The program writes its own manual. If it cannot run here, the manual comes ready-made.
set(KUFSA_MANUAL_DIR "" CACHE PATH "Man pages and completions that were made before")
set(manual "${KUFSA_MANUAL_DIR}")
if(NOT manual AND KUFSA_GENERATED_DIR AND CMAKE_CROSSCOMPILING)
  set(manual "${KUFSA_GENERATED_DIR}/manual")
endif()
if(NOT manual)
  set(manual "${CMAKE_BINARY_DIR}/manual")
  add_custom_command(
    OUTPUT "${manual}/made"
    COMMAND "${CMAKE_COMMAND}" -D "PROGRAM=$<TARGET_FILE:kufsa>" -D "FOLDER=${manual}"
      -P "${CMAKE_SOURCE_DIR}/cmake/manual.cmake"
    DEPENDS kufsa cmake/manual.cmake
    COMMENT "manual"
    VERBATIM)
  add_custom_target(manual ALL DEPENDS "${manual}/made")
endif()

add_custom_target(install_parts DEPENDS kufsa kufsa_shared)
foreach(part IN ITEMS manual kufsa_static)
  if(TARGET ${part})
    add_dependencies(install_parts ${part})
  endif()
endforeach()

install(TARGETS kufsa RUNTIME COMPONENT program)
install(DIRECTORY "${manual}/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}" COMPONENT program)
set(share "${CMAKE_INSTALL_DATAROOTDIR}")
install(FILES "${manual}/shells/kufsa" DESTINATION "${share}/bash-completion/completions"
  COMPONENT program)
install(FILES "${manual}/shells/_kufsa" DESTINATION "${share}/zsh/site-functions"
  COMPONENT program)
install(FILES "${manual}/shells/kufsa.fish" DESTINATION "${share}/fish/vendor_completions.d"
  COMPONENT program)

if(KUFSA_SERVER)
  # The prefix is known only when something is installed.
  install(CODE "
    set(MANUAL \"${manual}\")
    set(PACKAGING \"${CMAKE_SOURCE_DIR}/packaging\")
    set(BIN \"${CMAKE_INSTALL_BINDIR}\")"
    COMPONENT server)
  install(SCRIPT cmake/install_server.cmake COMPONENT server)
  install(FILES packaging/kufsa.socket packaging/kufsa-backup.timer
    DESTINATION lib/systemd/system COMPONENT server)
  install(FILES packaging/sysusers.conf DESTINATION lib/sysusers.d RENAME kufsa.conf
    COMPONENT server)
  install(FILES packaging/tmpfiles.conf DESTINATION lib/tmpfiles.d RENAME kufsa.conf
    COMPONENT server)
endif()

install(FILES README.md CHANGELOG.md UPGRADING.md SECURITY.md LICENSE
  DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT documentation)
if(KUFSA_SERVER)
  install(FILES "${manual}/kufsa.conf" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
    COMPONENT documentation)
endif()
install(DIRECTORY docs/ DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT documentation
  FILES_MATCHING PATTERN "*.md" PATTERN "img" EXCLUDE PATTERN "decisions" EXCLUDE)
install(DIRECTORY examples DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT documentation)
