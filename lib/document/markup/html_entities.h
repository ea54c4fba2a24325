/*
 * html_entities.h - the named character references of HTML (WHATWG, 13.5; the table is Python's
 * html.entities).
 */
#ifndef TR_HTML_ENTITIES_H
#define TR_HTML_ENTITIES_H

#include <stddef.h>

/* The longest name that text [len] begins with, after its "&": returns its length, with its
 * semicolon if it has one, and sets *character [*character_len] to what it stands for, in UTF-8.  0
 * if there is none. */
size_t tr_html_entity(const char *text, size_t len, const char **character, size_t *character_len);

#endif
