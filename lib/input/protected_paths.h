/* protected_paths.h - paths of small words, as text/fedus and buga/seti, that are protected. */
#ifndef TR_PROTECTED_PATHS_H
#define TR_PROTECTED_PATHS_H

#include "input/protected_list.h"

/* Words that slashes join are words of prose, as and/or, where the vocabulary knows them.  One that
 * is spelled by many pieces is none: all of it is a path. */
tr_protected_finder tr_find_paths;

#endif
