/* markdown_toml.h - front matter of Hugo and Zola in TOML: strings of the keys that are text. */
#ifndef TR_MARKDOWN_TOML_H
#define TR_MARKDOWN_TOML_H

#include "document/segment/builder.h"

/* Builds the values of `keys` ("a,b") in the lines at bytes `part`: strings in one line. */
void tr_build_toml(tr_builder *b, tr_span part, const char *keys);

#endif
