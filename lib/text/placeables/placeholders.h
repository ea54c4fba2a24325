/*
 * placeholders.h - placeholders: a program puts other text in their place, or reads them.  They
 * mean nothing in any language and have to come out as they went in, once.
 *
 * Found are: conversions of printf and strftime (%s %1$d %(name)s %-5.2f %%), names in braces ({}
 * {0} {name} {name!r:>8} {0:#,##0.00} {{name}} %{name} ${name}, and messages of ICU with all that
 * their braces hold), $NAME$, $t(key), @:key, @.lower:{'key'}, {'@'}, %#@name@, *|NAME|*, [[name]],
 * [x] and [/x], __name__, :emoji:, :role:`x`, instructions of templates (<% %> {% %}), the escapes
 * \n \r \t, tags (<b> </b> <br/> <0>), escape sequences of terminals, and characters of the
 * Supplementary Private Use Area-A.
 */
#ifndef TR_PLACEHOLDERS_H
#define TR_PLACEHOLDERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* Finds the first placeholder of valid UTF-8 text [len] at or after `from`; false when there is
 * none. */
bool tr_placeholder_next(const char *text, size_t len, size_t from, tr_span *found);

/* True if the placeholder at text [begin ..] is a tag of HTML, one of a template that parts text
 * (template_tags.h), or an escape sequence; or a private character. */
bool tr_placeholder_is_tag(const char *text, const tr_span *placeholder);
bool tr_placeholder_is_private(const char *text, const tr_span *placeholder);

/* True if a word of the text lies in a placeholder that begins at `from` or later: *p is then the
 * placeholder.  *p is empty at first, and of the words before, of which it remembers how far it
 * looked. */
bool tr_placeholder_holds(const char *text, size_t len, size_t from, tr_span word, tr_span *p);

/* True if two texts have the same placeholders, each as often.  Those conversions of printf that
 * take its arguments one after the other have to have the same order, too; and no letter follows
 * where a blank did.  False when out of memory. */
bool tr_placeholders_agree(const char *a, size_t a_len, const char *b, size_t b_len);

#endif
