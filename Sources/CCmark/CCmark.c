#include "CCmark.h"
#include <malloc.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if CMARK_VERSION < ((0 << 16) | (30 << 8))
#error "Before cmark 0.30 reading a node allocates memory, which the arena does not expect."
#endif

// Small pieces are cut from chunks and used again by size; a node is one of them. Larger ones, which are texts that grow, are
// allocated one by one. Before each piece stands its size.
enum {
  granularity = 16,
  largest_small = 1024 - sizeof(size_t),
  first_chunk = 16 << 10,
  largest_chunk = 1 << 20,
  // What the system needs beside what it allocates.
  overhead = 16
};

// What is allocated from the system: a chunk, or a large piece.
typedef struct Block {
  struct Block *previous, *next;
  size_t unused;
  size_t size;
} Block;

typedef struct Piece {
  struct Piece *next;
} Piece;

struct cmark_arena {
  Block blocks;
  char *next, *end;
  size_t chunk;
  Piece *unused[(largest_small + sizeof(size_t)) / granularity + 1];
  // What may be allocated, what is left of it, and where the parse goes on when that is not enough.
  size_t limit, left;
  jmp_buf overflow;
};

// The arena of the parse: cmark gives its allocator no context. NULL outside of a parse, where iterators are allocated.
static _Thread_local cmark_arena *arena;

static Block *add_block(Block *block, size_t size) {
  if (!block) abort();
  block->size = size;
  block->previous = arena->blocks.previous;
  block->next = &arena->blocks;
  block->previous->next = block;
  block->next->previous = block;
  return block;
}

static void remove_block(Block *block) {
  block->previous->next = block->next;
  block->next->previous = block->previous;
}

static void take(size_t size) {
  size += sizeof(Block) + overhead;
  if (size > arena->left) longjmp(arena->overflow, 1);
  arena->left -= size;
}

static void give_back(size_t size) { arena->left += size + sizeof(Block) + overhead; }

static size_t *size_of(void *memory) { return (size_t *)memory - 1; }

static void *allocate_small(size_t size) {
  size = (size + sizeof(size_t) + granularity - 1) / granularity * granularity - sizeof(size_t);
  Piece **unused = &arena->unused[(size + sizeof(size_t)) / granularity];
  if (*unused) {
    void *memory = *unused;
    *unused = (*unused)->next;
    return memset(memory, 0, size);
  }
  if ((size_t)(arena->end - arena->next) < size + sizeof(size_t)) {
    take(arena->chunk);
    Block *block = add_block(calloc(1, sizeof(Block) + arena->chunk), arena->chunk);
    arena->next = (char *)(block + 1) + granularity - sizeof(size_t);
    arena->end = (char *)(block + 1) + arena->chunk;
    if (arena->chunk < largest_chunk) arena->chunk *= 2;
  }
  void *memory = arena->next + sizeof(size_t);
  arena->next += size + sizeof(size_t);
  *size_of(memory) = size;
  return memory;
}

static void *allocate(size_t count, size_t size) {
  if (size && count > SIZE_MAX / 2 / size) abort();
  size *= count;
  if (!arena) {
    size_t *memory = calloc(1, sizeof(size_t) * 2 + size);
    if (!memory) abort();
    return memory + 2;
  }
  if (size <= largest_small) return allocate_small(size);
  take(size);
  return add_block(calloc(1, sizeof(Block) + size), size) + 1;
}

static void release(void *memory) {
  if (!memory) return;
  if (!arena) return free((size_t *)memory - 2);
  size_t size = *size_of(memory);
  if (size <= largest_small) {
    Piece **unused = &arena->unused[(size + sizeof(size_t)) / granularity];
    ((Piece *)memory)->next = *unused;
    *unused = memory;
    return;
  }
  Block *block = (Block *)memory - 1;
  remove_block(block);
  give_back(size);
  free(block);
}

static void *reallocate(void *memory, size_t size) {
  if (!memory) return allocate(1, size);
  // Outside of a parse nothing grows.
  if (!arena) abort();
  size_t before = *size_of(memory);
  if (size <= before) return memory;
  if (before <= largest_small) {
    void *larger = allocate(1, size);
    memcpy(larger, memory, before);
    release(memory);
    return larger;
  }
  take(size);
  Block *block = (Block *)memory - 1;
  remove_block(block);
  block = add_block(realloc(block, sizeof(Block) + size), size);
  give_back(before);
  return block + 1;
}

static cmark_mem allocator = {allocate, reallocate, release};

static void free_blocks(cmark_arena *arena) {
  for (Block *block = arena->blocks.next; block != &arena->blocks;) {
    Block *next = block->next;
    free(block);
    block = next;
  }
  free(arena);
}

cmark_arena *cmark_parse_within(
    const char *text, size_t length, size_t limit, cmark_node **tree) {
  arena = calloc(1, sizeof(cmark_arena));
  if (!arena) abort();
  arena->blocks.previous = arena->blocks.next = &arena->blocks;
  arena->chunk = first_chunk;
  arena->limit = arena->left = limit;
  if (setjmp(arena->overflow)) {
    cmark_arena *overflown = arena;
    arena = NULL;
    free_blocks(overflown);
    return NULL;
  }
  cmark_parser *parser = cmark_parser_new_with_mem(CMARK_OPT_SOURCEPOS, &allocator);
  cmark_parser_feed(parser, text, length);
  *tree = cmark_parser_finish(parser);
  cmark_parser_free(parser);
  cmark_arena *finished = arena;
  arena = NULL;
  return finished;
}

void cmark_arena_free(cmark_arena *arena) {
  // Trimming takes longer than reading a short text.
  int is_large = arena->limit - arena->left > 16 << 20;
  free_blocks(arena);
  if (is_large) malloc_trim(0);
}
