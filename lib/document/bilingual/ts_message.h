/* ts_message.h - messages of Qt's catalogues, and what they get before they are translated. */
#ifndef TR_TS_MESSAGE_H
#define TR_TS_MESSAGE_H

#include "document/markup/markup.h"
#include "document/segment/content.h"

/* What of a source is wanted: it as it stands, or a form of a plural, "file" or "files" of
 * "file(s)". */
enum tr_ts_form { TR_TS_TEXT, TR_TS_SINGULAR, TR_TS_PLURAL };

typedef struct tr_ts_element {
    tr_span tag, name, inner; /* its start tag, its name in it, its content */
    size_t end;               /* after its end tag */
    bool closed;              /* its start tag is its end, too */
} tr_ts_element;

typedef struct tr_ts_message {
    size_t begin;
    tr_span source; /* its content */
    tr_ts_element translation;
    tr_span type;    /* the attribute of the translation, with the blank before it */
    bool unfinished; /* says the type */
    bool is_gone;    /* it says that the source is no more in the program */
    bool numerus;    /* there are forms, for numbers */
    bool is_filled;  /* something is translated */
    bool is_plain;   /* its source is nothing but text, and its forms have no variants */
    size_t n_forms;
} tr_ts_message;

/* Reads the message whose start tag is `t`; false if it has no source or no translation. */
bool tr_ts_read_message(tr_markup *m, const tr_markup_token *t, tr_ts_message *message);

/* The next form of a message in text, from byte *at on, which is 0 at first. */
bool tr_ts_next_form(const char *text, const tr_ts_message *message, size_t *at,
                     tr_ts_element *form);

/* Appends the document with the target language in its first element; without `replaces`, only if
 * it has none there.  False if nothing is set: nothing is appended. */
bool tr_ts_put_language(const tr_content *d, bool replaces, tr_buf *out);

/* Appends the document, whose language is told, and in which unfinished messages with a number have
 * as many forms as that language; false if it was so. */
bool tr_ts_prepare(const tr_content *d, tr_buf *out);

#endif
