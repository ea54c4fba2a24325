/* vocab_yaml.h - a mapping of pieces to ids in YAML. */
#ifndef TR_VOCAB_YAML_H
#define TR_VOCAB_YAML_H

#include "import/vocab_list.h"

/* Adds the pieces of the file text [size].  TR_EFORMAT, TR_ENOMEM. */
int tr_vocab_read_yaml(tr_vocab_list *list, const char *text, size_t size);

#endif
