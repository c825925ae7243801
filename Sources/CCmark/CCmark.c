#include "CCmark.h"
#include <malloc.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>

// What stands before each piece of memory: its neighbours among all that a parse has allocated.
typedef struct Block {
  struct Block *previous, *next;
  size_t size;
  size_t unused;
} Block;

_Static_assert(sizeof(Block) % _Alignof(max_align_t) == 0, "what follows a block is aligned");

// cmark gives its allocator no context, hence the variables of the thread: the ring of what the parse has allocated, what it
// may still allocate, and where it goes on when that is not enough; NULL outside of a parse.
static _Thread_local Block ring;
static _Thread_local size_t left;
static _Thread_local jmp_buf *overflow;

// What the C library needs beside a block of a tree, and what it rounds sizes up to.
enum { overhead = 8, granularity = 16 };

static void link_block(Block *block, size_t size) {
  block->size = size;
  block->previous = overflow ? ring.previous : block;
  block->next = overflow ? &ring : block;
  block->previous->next = block;
  block->next->previous = block;
}

static void unlink_block(Block *block) {
  block->previous->next = block->next;
  block->next->previous = block->previous;
}

// The size of a block with so many bytes, which are free no longer.
static size_t take(size_t size) {
  size += sizeof(Block) + overhead;
  size = (size + granularity - 1) / granularity * granularity;
  if (!overflow) return size - overhead;
  if (size > left) longjmp(*overflow, 1);
  left -= size;
  return size - overhead;
}

static void give_back(size_t size) {
  if (overflow) left += size + overhead;
}

static void *allocate(size_t count, size_t size) {
  size_t whole = take(count * size);
  Block *block = calloc(1, whole);
  if (!block) abort();
  link_block(block, whole);
  return block + 1;
}

static void *reallocate(void *memory, size_t size) {
  if (!memory) return allocate(1, size);
  Block *old = (Block *)memory - 1;
  size_t before = old->size;
  size_t whole = take(size);
  unlink_block(old);
  Block *block = realloc(old, whole);
  if (!block) abort();
  link_block(block, whole);
  give_back(before);
  return block + 1;
}

static void release(void *memory) {
  if (!memory) return;
  Block *block = (Block *)memory - 1;
  unlink_block(block);
  give_back(block->size);
  free(block);
}

static cmark_mem allocator = {allocate, reallocate, release};

cmark_node *cmark_parse_within(const char *text, size_t length, size_t limit) {
  jmp_buf place;
  ring.previous = ring.next = &ring;
  left = limit;
  overflow = &place;
  if (setjmp(place)) {
    overflow = NULL;
    while (ring.next != &ring) release(ring.next + 1);
    return NULL;
  }
  cmark_parser *parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, &allocator);
  cmark_parser_feed(parser, text, length);
  cmark_node *tree = cmark_parser_finish(parser);
  cmark_parser_free(parser);
  overflow = NULL;
  // The blocks of the tree stay neighbours, without the ring's own.
  unlink_block(&ring);
  return tree;
}

void cmark_free_tree(cmark_node *tree) {
  cmark_node_free(tree);
  malloc_trim(0);
}
