// The CommonMark parser of Debian's libcmark-dev, made visible to Swift.
#include <cmark.h>
