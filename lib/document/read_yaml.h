/*
 * read_yaml.h - YAML: values that are strings on one line, plain or quoted.  Keys, block scalars
 * and scalars over several lines stay.
 */
#ifndef TR_READ_YAML_H
#define TR_READ_YAML_H

#include "document/doc.h"

/* TR_EFORMAT names the place of the first error. */
int tr_read_yaml(tr_doc *d, tr_error *err);

#endif
