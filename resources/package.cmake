# SPDX-License-Identifier: MIT
# Man pages and completions, made from what the programs' --help says, and a Debian
# package: resources/scripts/make-package.
set(help_pages ${PROJECT_BINARY_DIR}/help-pages)
set(helped $<TARGET_FILE:draftscope-cli>)
if(DRAFTSCOPE_WINDOW)
    list(APPEND helped $<TARGET_FILE:draftscope>)
endif()
add_custom_command(OUTPUT ${help_pages}/made VERBATIM
    COMMAND ${PROJECT_SOURCE_DIR}/resources/scripts/man-and-completions ${help_pages} ${PROJECT_VERSION} ${helped}
    COMMAND ${CMAKE_COMMAND} -E touch ${help_pages}/made
    DEPENDS ${PROJECT_SOURCE_DIR}/resources/scripts/man-and-completions draftscope-cli $<$<BOOL:${DRAFTSCOPE_WINDOW}>:draftscope>)
add_custom_target(help-pages ALL DEPENDS ${help_pages}/made)
install(DIRECTORY ${help_pages}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(DIRECTORY ${help_pages}/bash/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(DIRECTORY ${help_pages}/zsh/ DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(DIRECTORY ${help_pages}/fish/ DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# What Debian wants beside the files: licences, and a changelog (NEWS says what changed).
add_custom_command(OUTPUT ${help_pages}/changelog.gz VERBATIM DEPENDS debian/changelog
    COMMAND sh -c "gzip -9nc \"$0\" >\"$1\"" ${CMAKE_CURRENT_SOURCE_DIR}/debian/changelog ${help_pages}/changelog.gz)
add_custom_target(debian-changelog ALL DEPENDS ${help_pages}/changelog.gz)
install(FILES debian/copyright ${help_pages}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/draftscope)
install(FILES ${PROJECT_SOURCE_DIR}/NEWS.md ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/draftscope)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME draftscope)
set(CPACK_PACKAGE_VENDOR Draftscope)
set(CPACK_PACKAGE_CONTACT "Draftscope maintainers <maintainers@draftscope.invalid>")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-inter")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "watch speculative decoding of a language model, step by step")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Draftscope runs a real target model and a real draft model and shows every
draft token, the target's verdict on it, the distributions behind the
verdict and the token that replaces a rejected one. It comes with small
models of its own, and a command-line program beside the window.")
include(CPack)
