// Debian's zlib1g-dev, made visible to Swift.
#include <zlib.h>

// `inflateInit2` is a macro, which Swift cannot call: begins to read gzip.
static inline int adview_inflate_gzip(z_stream *stream) {
  return inflateInit2(stream, 15 + 16);
}
