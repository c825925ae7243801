/// How often this thread has asked for memory so far: malloc, calloc, realloc, aligned_alloc, posix_memalign.
///
/// A program that links this target has its own functions of these names. They count and hand on to glibc's.
unsigned long allocation_count(void);
