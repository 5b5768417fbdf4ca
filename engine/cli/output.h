// SPDX-License-Identifier: MIT
// The program's standard streams. Everything that is printed goes through here, so that what did not arrive is told,
// and so that text from a file cannot steer the terminal.
#pragma once

#include <cstdio>
#include <string_view>

#include "engine/core/error.h"

namespace draftscope {

/// Call first in main(): a standard stream that the caller has closed is opened in a way that every use of it fails.
/// Otherwise the first file that the program opens would take its number and receive what is printed.
void openClosedStreams();

[[nodiscard]] bool isTerminal(std::FILE* stream);

/// Writes lines for people to standard output at once; control characters in them become visible. What could not be
/// written is told by finishOutput(). A reader that has gone away ends the program as it ends every filter.
void print(std::string_view text);
/// The same for what programs read (JSON, CSV), for generated text and for colours: byte by byte as it is.
void printExactly(std::string_view bytes);
/// An Error if anything printed did not arrive.
[[nodiscard]] Result<void> finishOutput();

/// Writes to standard error, control characters visible. There is nowhere to tell that it failed.
void printError(std::string_view text);

/// Shows one line on standard error, in the place of the one before, until something else is printed. For terminals.
void showStatusLine(std::string_view line);
void clearStatusLine();

} // namespace draftscope
