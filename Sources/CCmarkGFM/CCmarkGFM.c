#include "CCmarkGFM.h"

#include <pthread.h>

cmark_node *cmark_gfm_parse_page(const char *text, size_t length) {
  // The extension "strikethrough" changes a table that all parsers share, and registering is not thread-safe, either.
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static const char *const names[] = {"table", "strikethrough"};
  pthread_mutex_lock(&mutex);
  cmark_gfm_core_extensions_ensure_registered();
  cmark_parser *parser = cmark_parser_new(CMARK_OPT_SOURCEPOS | CMARK_OPT_FOOTNOTES);
  for (int i = 0; i < 2; i++)
    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(names[i]));
  cmark_parser_feed(parser, text, length);
  cmark_node *root = cmark_parser_finish(parser);
  cmark_parser_free(parser);
  pthread_mutex_unlock(&mutex);
  return root;
}
