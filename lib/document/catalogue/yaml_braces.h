/* yaml_braces.h - the entries of YAML in braces, "{key: value, key: value}". */
#ifndef TR_YAML_BRACES_H
#define TR_YAML_BRACES_H

#include "document/catalogue/entry_tree.h"

/* Adds what stands in the braces that open at byte `at` of [.. end) to group i of a tree.  The byte
 * behind them; 0, with nothing added, if they hold what is no key with its value. */
size_t tr_yaml_braces(tr_entry_tree *t, int i, size_t at, size_t end);

#endif
