/*
 * line.h - one line of input on its way: its text, the sentences that are translated, the result.
 *
 * A sentence is what the network translates at once: one of the text, or a chunk of one that is
 * too long.  The text between two sentences (white space, as a rule) is kept, and goes between
 * their translations too.  The life of a line:
 *
 *     tr_line_create()                     a copy of the text
 *     tr_line_recall()   line_memory.h     the result, if the user's memory has it
 *     tr_line_prepare()  line_prepare.h    text to sentences; line_score.h for a given translation
 *     tr_line_take()     line_take.h       what the search found for a sentence; once or twice each
 *     tr_line_again()    line_prepare.h    sentences that lost placeholders, in another way; or
 *                                          the line's own, when its names are known
 *     tr_line_finish()   line_result.h     sentences to the result
 *     tr_line_remember() line_memory.h     the user's memory is told
 *     tr_line_free()
 *
 * One thread at a time works on a line, with one exception: the sentences of a line may be searched
 * and taken by several threads at once.
 */
#ifndef TR_LINE_H
#define TR_LINE_H

#include "base/region.h"
#include "input/model_input.h"
#include "line/allowed_tokens.h"
#include "search/batch.h"
#include "setup/special_tokens.h"
#include "terms/terms.h"
#include "text/words/address.h"
#include "translate.h"

typedef struct tr_line tr_line;

/* A finished hypothesis of a sentence, copied out of the search. */
typedef struct tr_sentence_hypothesis {
    float log_probability, score;
    size_t length; /* as the length penalty counts: tr_path */
    size_t n;      /* tokens, </s> included */
    const int32_t *ids;
    const float *log_probabilities;
    const float *alignment; /* [n, n_tokens of the sentence + 1], or NULL; see tr_alignment */
} tr_sentence_hypothesis;

typedef struct tr_sentence {
    tr_task task;               /* first: a task handed back is its sentence */
    struct tr_sentence *next;   /* of the line */
    struct tr_sentence *queued; /* the next one that waits for a worker: queue.c's */
    tr_line *line;
    size_t begin, end;           /* in the line's source */
    size_t n_tokens;             /* of the source, without the special tokens around them */
    const tr_model_input *input; /* NULL: the tokens are of the source as it is */
    size_t at, at_end;           /* in the input's text */
    bool opens;                  /* a passage begins with it, */
    tr_span passage;             /*   which is here in the line's source, */
    tr_span said;    /*   and here in the text of the best hypothesis, if all of it is sentences */
    tr_string known; /* its translation, if the user's memory has it */
    bool may_retry;  /* a second search is made where the first goes wrong, */
    bool may_keep;   /*   and others that keep what the first ones have lost */
    bool may_look;   /* what its translation lacks is told */
    bool has_labels; /* of which the alignment tells whether the translation says them: labels.h */
    tr_allowed_tokens allowed;          /* of the task's goal */
    tr_addressee who;                   /* whom the source addresses */
    const tr_terms *terms;              /* of a glossary; NULL: none */
    const struct tr_fidelity *fidelity; /* what the translation must repeat; NULL: nothing */

    /* Found by the search; the memory of one thread at a time. */
    tr_region region;
    enum tr_beam_failure failure;
    bool taken; /* there is a final result */
    bool lost;  /* what is protected, or a number, is missing from it or there too often */
    const tr_span *things;  /* [n_things] of the line's source, which are no prose: earlier */
    size_t n_things;        /*   searches, and this one, lost a part of each */
    bool retried, improved; /* there was a second search; it found something better */
    size_t n_flaws, n_lost; /* what is wrong with the best hypothesis: line_take.c, */
    int addressing;         /*   enum tr_addressing of it, */
    size_t n_unsaid;        /*   and how many terms it lacked before any was put, */
    size_t n_missing;       /*   and lacks now: term_search.c, */
    size_t n_put;           /*   which has come to this hypothesis, */
    size_t n_left;          /*   which lacked this many when it was last looked at, */
    bool resorted;          /*   and has asked for all terms anywhere */
    size_t n_hypotheses;
    tr_sentence_hypothesis *hypotheses;
    const tr_sentence_hypothesis *picked; /* for the hypothesis of the line that is put together */
} tr_sentence;

/* A line's place in the queue of the workers, which belongs to queue.c; in the order of a stream,
 * which belongs to stream.c; and among lines of the same text, which belongs to repeats.c. */
typedef struct tr_place {
    struct tr_submission *submission; /* the line is a part of it */
    tr_line *queued;                  /* the next one that waits to be prepared */
    size_t n_pending;                 /* sentences that have no result yet */
    int failure; /* why no result can be made, which is not the line's own fault */

    tr_line *next; /* of the input */
    bool done;     /* the line's result is complete, or will be when it is the first */

    const char *text; /* [text_len] as it came in, without the line end */
    size_t text_len;
    uint64_t hash;
    tr_line *original; /* an earlier line of the same text, which has the result; or NULL */
    tr_line *chained;  /* the next one whose hash is like this one's */
    tr_line *newer;    /* written after this one */
    size_t n_users;    /* the queue, and lines that this one is the original of */
    size_t n_bytes;    /* that it takes, once it is written */
    bool kept, asked;  /* it is known; it was found since it was here last */
} tr_place;

/* Spans of a line's text, in order of their beginnings. */
typedef struct tr_spans {
    const tr_span *list; /* [n] */
    size_t n;
} tr_spans;

/* Who knows which words of the lines are marked, where no tags in them tell. */
typedef struct tr_marked_words {
    /* Of the line of that number, from 1 on; the spans stay until the line is written.  Called by
     * any thread, by several at once. */
    tr_spans (*find)(const void *ctx, size_t number);
    const void *ctx;
} tr_marked_words;

/* What is wanted of a line's result. */
typedef struct tr_line_options {
    size_t n_best; /* hypotheses, at least 1 */
    bool alignment;
    bool memory;                   /* the user's is asked, and told */
    int formality;                 /* enum tr_formality */
    const tr_marked_words *marked; /* or NULL */
} tr_line_options;

/* Names of buttons and the like (line_names.h). */
typedef struct tr_line_names {
    tr_known_name *list; /* [n] in order, of the line's source; what is said: later */
    size_t n, capacity;
    bool known; /* what they say is */
} tr_line_names;

struct tr_line {
    tr_translation result;
    tr_line_options options;
    tr_region region;       /* the text, the sentences, and the strings of the result */
    tr_sentence *sentences; /* in order; text without tokens has none */
    tr_sentence **last_sentence;
    size_t size; /* bytes as they came in */
    tr_place place;
    struct tr_line_marks *marks; /* the tags in it: line_marks.h; NULL: none */
    tr_line_names *names;        /* NULL: none */
};

/* A copy of one line: bytes, of which a final "\n" or "\r\n" is the line end.  NULL when out of
 * memory. */
tr_line *tr_line_create(const char *bytes, size_t len, size_t number, tr_line_options options);

/* What options want of all lines. */
tr_line_options tr_line_options_of(const tr_options *o);
void tr_line_free(tr_line *line);

/* The line keeps its place and its line end, but has no translation.  The first reason stays. */
void tr_line_fail(tr_line *line, int status, const char *message);

/* A line that failed before anything was translated has no sentences. */
void tr_line_drop_sentences(tr_line *line);

/* True if a name shares bytes with a part of the source that is translated. */
bool tr_line_names_within(const tr_line *line, tr_span part);

/* Forgets the names in a part of the source that is translated. */
void tr_line_forget_names(tr_line *line, tr_span part);

/* Copies a hypothesis out of the search that found it, into the sentence's region: with its
 * alignment, if the sentence's goal asks for one.  False: out of memory. */
bool tr_hypothesis_copy(tr_sentence *s, const tr_special_tokens *special, const tr_kvcache *cache,
                        const tr_path *p, tr_sentence_hypothesis *h);

#endif
