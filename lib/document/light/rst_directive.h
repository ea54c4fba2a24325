/* rst_directive.h - directives of reStructuredText, of docutils and of Sphinx: what of them is
 * text. */
#ifndef TR_RST_DIRECTIVE_H
#define TR_RST_DIRECTIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"
#include "document/light/light_line.h"

typedef struct tr_rst_directive {
    enum tr_rst_argument {
        TR_RST_FIXED,   /* the argument is no text */
        TR_RST_TEXT,    /* it is */
        TR_RST_VERSION, /* after its first word it is */
    } argument;
    enum tr_rst_content {
        TR_RST_BLOCKS,   /* the content is blocks */
        TR_RST_GLOSSARY, /* whose terms stay */
        TR_RST_PAGES,    /* it is names of pages, some with titles: "Title <page>" */
        TR_RST_FIELDS,   /* it is fields, whose values are text */
        TR_RST_CODE,     /* the content stays */
        TR_RST_UNKNOWN
    } content;
} tr_rst_directive;

/* What a name [len] stands for. */
tr_rst_directive tr_rst_directive_named(const char *name, size_t len);

/* The name of the directive "name::" at byte `at` of a line; *argument: the byte after it.  Empty:
 * there is none. */
tr_span tr_rst_directive_name(const char *t, size_t at, size_t end, size_t *argument);

/* True of an option ":name:", field [n] at the beginning of a line, whose value is text with marks,
 * or without. */
bool tr_rst_option_is_text(const char *t, const tr_light_line *l, size_t n);
bool tr_rst_option_is_value(const char *t, const tr_light_line *l, size_t n);

/* True of a field ":name: value" that says something to programs, or who wrote the document. */
bool tr_rst_field_stays(const char *t, const tr_light_line *l, size_t n);

#endif
