import Glibc

/// The path without symbolic links in it; `nil` when there is nothing at it.
func resolvedPath(_ path: String) -> String? {
  guard let place = realpath(path, nil) else { return nil }
  defer { free(place) }
  return String(cString: place)
}
