// The CommonMark parser of Debian's libcmark-dev, made visible to Swift.
#pragma once
#include <cmark.h>

/// Parses CommonMark in at most `limit` bytes of memory beside the text. Returns NULL when it takes more; what was allocated
/// is freed then.
cmark_node *cmark_parse_within(const char *text, size_t length, size_t limit);

/// Frees a tree and returns its memory to the system, since what comes after a large one would be allocated beside it.
void cmark_free_tree(cmark_node *tree);
