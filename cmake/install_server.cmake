# Part of the installation: files with the paths of the prefix in them, and the settings, which are
# never overwritten.
set(BINDIR "${CMAKE_INSTALL_PREFIX}/${BIN}")
set(SYSCONFDIR "${CMAKE_INSTALL_PREFIX}/etc")
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(SYSCONFDIR /etc)
endif()
set(root "$ENV{DESTDIR}")

file(READ "${PACKAGING}/hardening.in" HARDENING)
string(STRIP "${HARDENING}" HARDENING)
foreach(unit IN ITEMS kufsa.service kufsa@.service kufsa-backup.service)
  set(file "${CMAKE_INSTALL_PREFIX}/lib/systemd/system/${unit}")
  configure_file("${PACKAGING}/${unit}.in" "${root}${file}" @ONLY)
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${file}")
endforeach()

set(file "${SYSCONFDIR}/kufsa/kufsa.conf")
if(NOT EXISTS "${root}${file}")
  file(INSTALL "${MANUAL}/kufsa.conf" DESTINATION "${SYSCONFDIR}/kufsa") # DESTDIR is added
endif()
