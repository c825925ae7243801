// A C target needs a source file; the header is what this one is for.
