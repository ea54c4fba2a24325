/*
 * ooxml_runs.h - a run of Office Open XML, as it is read: <w:r>...<w:t>text</w:t></w:r>; and one of
 * IDML.
 *
 * A break within it cuts it: what is before the break ends one segment, what is after it begins
 * another, and neither can move.  Of several texts that no break is between, the first takes the
 * text of all.
 */
#ifndef TR_OOXML_RUNS_H
#define TR_OOXML_RUNS_H

#include "document/markup/markup.h"
#include "document/segment/builder.h"
#include "document/segment/run.h"

typedef struct tr_ooxml_run {
    tr_run run;    /* since its start or the last break */
    bool has_tags; /* it is an element around elements of text */
    bool has_text; /* a text has begun */
    /* The bytes of what breaks it, at the beginning of some of its text, or 0; NULL: nothing does.
     */
    size_t (*break_length)(const char *text, size_t len);
    size_t texts;      /* that have ended */
    size_t text_begin; /* of the text that is read */
    size_t text_end;   /* after the end tag of the last text */
    tr_buf words;      /* its text so far */
    tr_buf rest;       /* the bytes after the first text, without the other texts */
    size_t rest_at;    /* where the next of them begin */
} tr_ooxml_run;

void tr_ooxml_run_clear(tr_ooxml_run *r);
void tr_ooxml_run_free(tr_ooxml_run *r);

/* Starts a run at byte `at`. */
void tr_ooxml_run_start(tr_ooxml_run *r, size_t at, bool has_tags);
void tr_ooxml_run_look(tr_ooxml_run *r, uint64_t look, bool is_raised);

/* The start tag of a text in it; some of the text, which signs (separators.h) and gaps of blanks
 * part; its end tag. */
void tr_ooxml_run_text(tr_ooxml_run *r, tr_builder *b, const tr_markup_token *t);
void tr_ooxml_run_words(tr_ooxml_run *r, tr_builder *b, tr_span raw);
void tr_ooxml_run_text_end(tr_ooxml_run *r, tr_span raw);

/* Takes a hyphen that is an element as a character of the text before it.  False, and nothing is
 * done, where none does. */
bool tr_ooxml_run_hyphen(tr_ooxml_run *r, tr_builder *b, tr_span raw);

/* Sets the identity of a run whose other fields are set. */
void tr_ooxml_run_identify(tr_run *run, const char *bytes);

/* Breaks it at byte `at`: the text before is built. */
void tr_ooxml_run_cut(tr_ooxml_run *r, tr_builder *b, size_t at);
/* Ends it at byte `end`. */
void tr_ooxml_run_end(tr_ooxml_run *r, tr_builder *b, size_t end);

#endif
