// The YAML parser of Debian's libyaml-dev, made visible to Swift.
#include <yaml.h>
