# The browser's page, which goes into the program: the WebAssembly module, built as the preset wasm
# says, the page made from it and from web/, and both as bytes. Builds side by side share the
# folders; each step leaves what is up to date as it is, so only the first of them takes long.
set(page_module "${KUFSA_WASM_DIR}/kufsa.wasm")
set(page_assets "${KUFSA_PAGE_DIR}_assets")

kufsa_glob(module_sources cmake/*.cmake
  src/base/*.[ch] src/rules/*.[ch] src/rules/*.def src/bots/*.[ch] src/bots/*.def
  src/match/*.[ch] src/table/*.[ch] src/wasm/*.[ch])
add_custom_command(
  OUTPUT "${page_module}"
  COMMAND "${CMAKE_COMMAND}" --preset wasm -B "${KUFSA_WASM_DIR}" --log-level=ERROR
  COMMAND "${CMAKE_COMMAND}" --build "${KUFSA_WASM_DIR}" --target kufsa -- --quiet
  DEPENDS ${module_sources} CMakePresets.json CMakeLists.txt
  WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
  COMMENT "kufsa.wasm"
  VERBATIM)

file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS web/src/* web/static/*)
if(NOT page_sources)
  message(FATAL_ERROR "no files: web/src, web/static")
endif()
add_custom_command(
  OUTPUT "${page_assets}.c" "${page_assets}.S"
  COMMAND "${NODE}" web/build.mjs --out "${KUFSA_PAGE_DIR}" --wasm "${page_module}"
  COMMAND "${NODE}" tools/embed_assets.mjs "${KUFSA_PAGE_DIR}" "${page_assets}"
  DEPENDS "${page_module}" ${page_sources} ${catalogues} ${catalogue_tool} ${rules_pages}
    web/build.mjs web/rules.mjs web/package-lock.json tools/embed_assets.mjs
  WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
  COMMENT "page"
  VERBATIM)
