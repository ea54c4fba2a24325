/*
 * ooxml_fields.h - fields in a paragraph of WordprocessingML: a begin mark, a code that is not
 * shown, a separator, a result, an end mark, each in a run.
 *
 * The result of a hyperlink is text in a pair, the result of a table of contents is text; any other
 * is an atom, from begin to end.
 */
#ifndef TR_OOXML_FIELDS_H
#define TR_OOXML_FIELDS_H

#include "document/package/ooxml_names.h"

/* Steps of a field: how a run of it is built. */
enum tr_field_step {
    TR_FIELD_NOTHING, /* with the runs that follow */
    TR_FIELD_POINT,   /* from `begin` on */
    TR_FIELD_ATOM,
    TR_FIELD_OPEN,
    TR_FIELD_CLOSE
};

typedef struct tr_ooxml_field {
    enum tr_field_step step;
    size_t begin;   /* where it begins */
    bool is_open;   /* it has begun */
    bool is_code;   /* its code comes */
    bool is_link;   /* its result stands in a pair */
    bool is_text;   /* its result is text */
    size_t n_inner; /* fields that have begun in it: atoms, if its result is text */
    size_t inner_begin;
    char code[32]; /* how its code begins */
} tr_ooxml_field;

/* Reads a run, which `m` is in; bytes before `at` are built.  False if it has no mark of a field;
 * else f->step is set. */
bool tr_ooxml_field_read(tr_ooxml_field *f, const tr_ooxml_names *names, tr_markup *m, size_t at);

/* True if the next runs are code, or a result that is no text. */
bool tr_ooxml_field_hides(const tr_ooxml_field *f);

/* True if a field's code [len] is a hyperlink's. */
bool tr_ooxml_field_is_link(const char *code, size_t len);

#endif
