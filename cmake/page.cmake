# The browser's page, which goes into the program: the WebAssembly module (preset wasm), the page
# made from it and from web/, and both as bytes. Parallel builds share the folders and take turns;
# each step leaves up-to-date files alone, so only the first build takes long. A tarball has it all
# ready-made; KUFSA_PAGE off leaves it out.
set(page_assets "${KUFSA_PAGE_DIR}_assets")
if(NOT KUFSA_PAGE)
  set(page_assets "${CMAKE_BINARY_DIR}/no_page")
  file(WRITE "${page_assets}.c" "#include \"server/assets.h\"\n\n"
    "const struct asset assets[] = {{0, 0, 0, false, {{0, 0}}}};\n")
  file(WRITE "${page_assets}.S" ".section .note.GNU-stack,\"\",%progbits\n")
elseif(KUFSA_GENERATED_DIR)
  set(page_assets "${KUFSA_GENERATED_DIR}/page_assets")
endif()
set(KUFSA_GENERATED_kufsa_server "${page_assets}.c" "${page_assets}.S")
if(NOT KUFSA_PAGE OR KUFSA_GENERATED_DIR)
  return()
endif()

find_program(FLOCK flock)
if(FLOCK)
  set(page_alone "${FLOCK}" "${KUFSA_PAGE_DIR}.lock")
endif()
set(page_module "${KUFSA_WASM_DIR}/kufsa.wasm")

kufsa_glob(module_sources cmake/*.cmake
  src/base/*.[ch] src/rules/*.[ch] src/rules/*.def src/bots/*.[ch] src/bots/*.def
  src/match/*.[ch] src/review/*.[ch] src/table/*.[ch] src/page/*.[ch])
add_custom_command(
  OUTPUT "${page_module}"
  COMMAND ${page_alone} "${CMAKE_COMMAND}" --preset wasm -B "${KUFSA_WASM_DIR}" --log-level=ERROR
  COMMAND ${page_alone} "${CMAKE_COMMAND}" --build "${KUFSA_WASM_DIR}" --target kufsa -- --quiet
  DEPENDS ${module_sources} CMakePresets.json CMakeLists.txt
  WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
  COMMENT "kufsa.wasm"
  VERBATIM)

# The modules of the JavaScript package, for its test; the preset wasm builds them too.
kufsa_glob(script_sources cmake/*.cmake
  src/base/*.[ch] src/rules/*.[ch] src/rules/*.def src/bots/*.[ch] src/bots/*.def
  src/match/*.[ch] src/lib/*.[ch] src/script/*.[ch] include/*.h)
add_custom_command(
  OUTPUT "${KUFSA_WASM_DIR}/script_rules.wasm" "${KUFSA_WASM_DIR}/script_bots.wasm"
  COMMAND "${CMAKE_COMMAND}" --preset wasm -B "${KUFSA_WASM_DIR}" --log-level=ERROR
  COMMAND "${CMAKE_COMMAND}" --build "${KUFSA_WASM_DIR}" --target script_rules -- --quiet
  COMMAND "${CMAKE_COMMAND}" --build "${KUFSA_WASM_DIR}" --target script_bots -- --quiet
  DEPENDS "${page_module}" ${script_sources} CMakePresets.json CMakeLists.txt
  WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
  COMMENT "script_*.wasm"
  VERBATIM)

file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS web/src/* web/static/*)
if(NOT page_sources)
  message(FATAL_ERROR "no files: web/src, web/static")
endif()
add_custom_command(
  OUTPUT "${page_assets}.c" "${page_assets}.S"
  COMMAND ${page_alone} "${NODE}" web/build.mjs --out "${KUFSA_PAGE_DIR}" --wasm "${page_module}"
  COMMAND ${page_alone} "${NODE}" tools/embed_assets.mjs "${KUFSA_PAGE_DIR}" "${page_assets}"
  DEPENDS "${page_module}" ${page_sources} ${catalogues} ${catalogue_tool} ${rules_pages}
    web/build.mjs web/rules.mjs web/package-lock.json tools/embed_assets.mjs
  WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
  COMMENT "page"
  VERBATIM)
