// The parser of GitHub Flavored Markdown of Debian's libcmark-gfm-dev and libcmark-gfm-extensions-dev, made visible to Swift.
#pragma once
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

// Parses a text with tables, strikethrough and footnotes; any thread may call it.
cmark_node *cmark_gfm_parse_page(const char *text, size_t length);
