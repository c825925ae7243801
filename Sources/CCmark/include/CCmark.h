// The CommonMark parser of Debian's libcmark-dev, made visible to Swift.
#pragma once
#include <cmark.h>

/// The memory of a tree.
typedef struct cmark_arena cmark_arena;

/// Parses CommonMark in at most `limit` bytes of memory beside the text, and sets `tree`, which the arena owns: no node of it
/// may be freed or changed. Returns NULL when it takes more.
cmark_arena *cmark_parse_within(
    const char *text, size_t length, size_t limit, cmark_node **tree);

/// Frees a tree. The memory of a large one is returned to the system, since what comes after it would be allocated beside it.
void cmark_arena_free(cmark_arena *arena);
