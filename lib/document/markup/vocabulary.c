#include "document/markup/vocabulary.h"

#include <stddef.h>

const tr_vocabulary tr_vocabularies[] = {
#include "document/markup/vocabularies.inc"
};
