/*
 * read_fluent.h - Fluent, ".ftl": the patterns of messages, terms, attributes and variants.
 *
 * https://github.com/projectfluent/fluent/blob/main/spec/fluent.ebnf
 */
#ifndef TR_READ_FLUENT_H
#define TR_READ_FLUENT_H

#include "document/segment/content.h"

int tr_read_fluent(tr_content *d, tr_error *err);

#endif
