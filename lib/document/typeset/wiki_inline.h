/* wiki_inline.h - text of MediaWiki within a block: marks, links, templates, tags. */
#ifndef TR_WIKI_INLINE_H
#define TR_WIKI_INLINE_H

#include "document/markup/markup.h"
#include "document/segment/builder.h"
#include "document/typeset/wiki_scan.h"

/* What the text of a line is parted by. */
enum tr_wiki_part {
    TR_WIKI_WHOLE,
    TR_WIKI_TERM,    /* by the first colon, "; term : what it is" */
    TR_WIKI_CELLS,   /* by "||", the cells of a row */
    TR_WIKI_HEADINGS /* by "||" and "!!" */
};

typedef struct tr_wiki {
    tr_builder b;
    tr_wiki_text text;
    tr_markup markup;
    size_t at;          /* what comes next */
    size_t line;        /* where what the line has begins */
    size_t link_end;    /* where the text of a link ends; 0: none is open */
    size_t address_end; /* where the text of a link to an address ends */
    bool is_inner;      /* within a note or a file's link, whose lines are one text */
    bool in_poem;       /* whose lines are a text each */
    bool italic, bold;  /* open, */
    bool bold_first;    /*   the bold one before the other */
    enum tr_wiki_part part;
} tr_wiki;

/* Tells the builder of what stands from w->at on, up to `end` or the end of the line. */
void tr_wiki_build(tr_wiki *w, size_t end);

/* True if the element of this name is no part of a sentence. */
bool tr_wiki_is_block(const char *name);

/* Quotes end with their line. */
void tr_wiki_end_quotes(tr_wiki *w);

/* The byte behind the attributes of a cell that begins at byte `at`, and their bar; `at` if it has
 * none. */
size_t tr_wiki_end_of_attributes(tr_wiki *w, size_t at);

#endif
