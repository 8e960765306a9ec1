// An HTML page as PDF, by a browser that is installed.
#pragma once

#include <filesystem>
#include <stop_token>

namespace warpscope::runner {

/// Whether PATH leads to Chromium or Chrome.
bool has_browser();

/// Lets Chromium or Chrome, whichever PATH leads to, print a page of our own into `pdf`. Throws
/// std::runtime_error with a sentence when there is none or it fails.
void print_pdf(const std::filesystem::path& html, const std::filesystem::path& pdf,
               const std::stop_token& cancel);

}  // namespace warpscope::runner
