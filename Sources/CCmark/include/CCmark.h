// The CommonMark parser of Debian's libcmark-dev, made visible to Swift.
#pragma once
#include <cmark.h>
