/*
 * bar_forms.h - plurals of Laravel and Symfony in PHP, whose forms bars part, get the forms that
 * their language has: "one apple|:count apples" has three in Polish.
 *
 * A program takes a form by its place, and the first one where there is none: what is lacking would
 * be the singular.  A plural whose forms say their numbers, "{0} none|[1,*] some", lacks none.
 */
#ifndef TR_BAR_FORMS_H
#define TR_BAR_FORMS_H

#include "document/segment/content.h"

/* tr_reader.prepare: the last form of such a plural stands for each that the target language has
 * and the source language has not. */
bool tr_bar_forms_php(const tr_content *d, tr_buf *out);

#endif
