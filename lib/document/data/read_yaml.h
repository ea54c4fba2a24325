/*
 * read_yaml.h - YAML: values that are strings, plain, quoted or in blocks (yaml_block.h).  Keys,
 * values with a tag, and values of several paragraphs that are no blocks stay.
 */
#ifndef TR_READ_YAML_H
#define TR_READ_YAML_H

#include "document/segment/builder.h"

/* TR_EFORMAT names the place of the first error. */
int tr_read_yaml(tr_content *d, tr_error *err);

/* Builds the values of `keys` ("a,*.b": key_patterns.h) in the mapping at bytes `part`; nothing if
 * it is no YAML. */
void tr_build_yaml(tr_builder *b, tr_span part, const char *keys);

#endif
