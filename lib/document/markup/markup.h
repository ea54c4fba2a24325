/*
 * markup.h - the tokens of HTML and XML: where tags, comments and text begin and end.
 *
 * Whatever the bytes are, the tokens tile them.  HTML's tokens are its standard's, but "<%...%>" is
 * one token, as template engines want it.
 */
#ifndef TR_MARKUP_H
#define TR_MARKUP_H

#include "base/buf.h"
#include "base/span.h"

enum tr_markup_kind {
    TR_MARKUP_TEXT,
    TR_MARKUP_START,
    TR_MARKUP_END,
    TR_MARKUP_CDATA,    /* XML only */
    TR_MARKUP_COMMENT,  /* and processing instructions, templates' instructions */
    TR_MARKUP_TEMPLATE, /* <%...%>, <?=...?>, <?php echo ...?> */
    TR_MARKUP_DECLARATION
};

typedef struct tr_markup {
    const char *text; /* [size] */
    size_t size, at;  /* what comes next */
    bool xml;
    bool jsx;        /* values of attributes may be expressions in braces (jsx.h) */
    size_t searched; /* bytes that were searched in vain: it has an end, so that time has one */
    size_t no_end;   /* from this byte on, if it is not 0, no "<%" has an end */
    struct tr_unclosed *unclosed; /* elements that were searched in vain; NULL: none are kept */
} tr_markup;

enum { TR_NAME_SIZE = 48 };

typedef struct tr_markup_token {
    enum tr_markup_kind kind;
    tr_span raw;
    char name[TR_NAME_SIZE]; /* of a tag, in HTML without JSX in lower case; cut, if it is longer */
    tr_span name_at;
    bool closed; /* it ends in "/>" */
} tr_markup_token;

/* The next token; false at the end. */
bool tr_markup_next(tr_markup *m, tr_markup_token *t);

/* The text up to the end tag of the element `name`, which holds no markup, is skipped: returns
 * where the end tag begins. */
size_t tr_markup_skip_raw(tr_markup *m, const char *name);

typedef struct tr_markup_attribute {
    tr_span name, value; /* a value without its quotes; empty if there is none */
    char quote;          /* 0: there are none */
} tr_markup_attribute;

/* The next attribute of a start tag at or after *at, which is 0 at first; false after the last. */
bool tr_markup_attribute_next(const tr_markup *m, const tr_markup_token *t, size_t *at,
                              tr_markup_attribute *a);

/* True if the attribute has this name; whether its value is `value`; their case does not matter in
 * HTML. */
bool tr_markup_is(const tr_markup *m, tr_span span, const char *text);

/* True if a value has the word, of any case, in it; if a class is in its list. */
bool tr_markup_has_word(const tr_markup *m, tr_span value, const char *word);
bool tr_markup_has_class(const tr_markup *m, tr_span value, const char *name);

/* The value of an attribute of a start tag; false if it has none. */
bool tr_markup_find(const tr_markup *m, const tr_markup_token *t, const char *name, tr_span *value);

/* The name of a tag without its namespace. */
const char *tr_markup_local(const tr_markup_token *t);
bool tr_markup_is_local(const tr_markup_token *t, const char *name); /* true if it is `name` */

/* True if a start tag has translate="no", or its:translate; if it has "yes", or no value. */
bool tr_markup_is_untouched(const tr_markup *m, const tr_markup_token *t);
bool tr_markup_is_translated(const tr_markup *m, const tr_markup_token *t);

/* The next outermost element from m->at to `end` that says it is translated, after which `m` goes
 * on; false if there is none. */
bool tr_markup_next_translated(tr_markup *m, size_t end, tr_span *element);

/* Elements that stay, but for an element in them that says it is translated, and so on, 32 in each
 * other.  {0} at first. */
typedef struct tr_stays {
    tr_buf ends; /* size_t: of an element that stays, of one in it that is translated, and so on */
} tr_stays;

/* The element of start tag `t`, taken last, which ends at byte `end`, stays.  False, and nothing is
 * taken, if nothing in it is translated: its reader goes on at `end`. */
bool tr_stays_enter(tr_stays *s, tr_markup *m, const tr_markup_token *t, size_t end);

/* True if a token, which was taken last, stays; to be asked of each, in order. */
bool tr_stays_take(tr_stays *s, tr_markup *m, const tr_markup_token *t);

/* What a start tag says of its white space: true for xml:space="preserve"; `otherwise` if nothing.
 */
bool tr_markup_keeps_space(const tr_markup *m, const tr_markup_token *t, bool otherwise);

/* The byte after the end tag of the element that the start tag `t`, taken last, begins; 0 if there
 * is none.  m->at is not moved. */
size_t tr_markup_end_of(tr_markup *m, const tr_markup_token *t);

/* The end tag of an element without others of its name in it, after which `m` goes on; the start
 * tag itself if it has none. */
tr_markup_token tr_markup_end_tag(tr_markup *m, const tr_markup_token *t);

/* The name of the first element of bytes [size] that begin with a tag, but for blanks, where it has
 * begun in the first 4096 of them; "" if there is none. */
void tr_markup_root(const char *bytes, size_t size, char name[TR_NAME_SIZE]);

/* The text in a section "<![CDATA[...]]>" of well-formed XML. */
tr_span tr_markup_cdata(tr_span raw);

/* True if "a b c", with a blank before and after, has the word; NULL has none. */
bool tr_markup_listed(const char *list, const char *word);

#endif
