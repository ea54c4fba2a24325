/*
 * latex_paper.h - a document of LaTeX as it is read: what stays of it, texts of their own, such as
 * headings and captions, and arguments that may be words or options.
 */
#ifndef TR_LATEX_PAPER_H
#define TR_LATEX_PAPER_H

#include "document/segment/builder.h"
#include "document/typeset/latex_scan.h"

enum { TR_LATEX_DEEPEST = 4 }; /* texts of their own in each other */

typedef struct tr_latex_paper tr_latex_paper;

struct tr_latex_paper {
    tr_builder b;
    tr_latex_text x;
    size_t at;                                    /* what comes next */
    void (*build)(tr_latex_paper *p, size_t end); /* builds what is next, up to byte `end` */
    size_t depth;                                 /* of texts of their own */
    size_t n_tables;                              /* that are open */
    tr_buf codes;                                 /* groups that are no words (string_list.h) */
};

/* What stays up to byte `behind`: it parts text, or is an atom or a point in it. */
void tr_latex_keep(tr_latex_paper *p, size_t behind);
void tr_latex_keep_code(tr_latex_paper *p, size_t behind);
void tr_latex_keep_point(tr_latex_paper *p, size_t behind);

/* Builds bytes [at], which are next but for what stays, as a text of its own. */
void tr_latex_build_own(tr_latex_paper *p, tr_span at, const tr_writing *writing,
                        const char *where);
/* Builds the group in braces or brackets from byte `group` to `behind` as such a text. */
void tr_latex_build_group(tr_latex_paper *p, size_t group, size_t behind, const char *where);
/* The writing of what stands in the braces or brackets that begin at byte `group`. */
const tr_writing *tr_latex_writing_in(const tr_latex_paper *p, size_t group);

/* True if the group in braces or brackets [at] is words: in a translation, too, which may have
 * fewer of them; what is none in the source is there as it was. */
bool tr_latex_is_words(tr_latex_paper *p, tr_span at);
/* Keeps the groups that are no words, for a translation. */
void tr_latex_keep_list(tr_latex_paper *p);

/* True if an argument in brackets is options, not words. */
bool tr_latex_has_options(const tr_latex_paper *p, tr_span at);
/* What stays up to byte `behind`, an argument that begins with `open`, but for options that are
 * text. */
void tr_latex_keep_options(tr_latex_paper *p, char open, size_t behind);
/* Arguments that stay, n in braces at most, but for such options, which stand in `open`. */
void tr_latex_keep_arguments(tr_latex_paper *p, char open, size_t args, size_t end, size_t n);

#endif
