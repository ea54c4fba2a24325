/*
 * line.h - one line of input on its way: text, the segments that are translated, the result.
 *
 * A segment is what the network translates at once: a sentence, or a part of one that is too
 * long.  What stands between segments (white space, as a rule) is kept and stands between their
 * translations too.
 */
#ifndef TR_LINE_H
#define TR_LINE_H

#include "search/batch.h"
#include "session/frame.h"
#include "session/handle.h"
#include "base/region.h"
#include "text/sentences.h"

typedef struct tr_line tr_line;

/* A finished hypothesis of a segment, copied out of the search. */
typedef struct tr_segment_hypothesis {
    float log_probability, score;
    size_t length; /* as the length penalty counts: tr_path */
    size_t n;      /* </s> included */
    const int32_t *ids;
    const float *log_probabilities;
    const float *alignment; /* [n, n_tokens of the segment + 1], or NULL; see tr_alignment */
} tr_segment_hypothesis;

typedef struct tr_segment {
    tr_task task;              /* first: a task handed back is its segment */
    struct tr_segment *next;   /* of the line */
    struct tr_segment *queued; /* behind it in a stream's queue */
    tr_line *line;
    size_t begin, end; /* in the line's source */
    size_t n_tokens;   /* of the source, without what stands around them */
    bool retried;      /* the hypotheses were found wanting, */
    size_t n_flaws;    /*   by so much, and there is a second search */
    size_t n_hypotheses;
    tr_segment_hypothesis *hypotheses;
} tr_segment;

struct tr_line {
    tr_line *next;
    tr_region region;     /* everything below, and the strings of the result */
    tr_segment *segments; /* in order; those without tokens are not among them */
    tr_segment **last_segment;
    size_t n_pending; /* segments not translated yet */
    bool done;        /* of a stream: complete, ready to be written */
    size_t size;      /* bytes as they came in */
    tr_translation result;
};

/* What lines need to become segments and results; one thread at a time. */
typedef struct tr_line_tools {
    const tr_nmt *m;
    const tr_text *text;
    const tr_options *options;
    const tr_search *search;
    const tr_frame *frame;
    tr_splitter *splitter; /* NULL: lines are not split into sentences */
    int32_t *ids;
    size_t ids_capacity;
    tr_spm_piece_span *pieces;
    size_t pieces_capacity;
    tr_span *spans;
    size_t spans_capacity;
    tr_buf buf;
} tr_line_tools;

void tr_line_tools_free(tr_line_tools *t); /* the scratch memory, and the splitter */

/* A copy of one line: bytes, of which a final "\n" or "\r\n" is the line end.  NULL when out of
 * memory. */
tr_line *tr_line_create(const char *bytes, size_t len, size_t number);
void tr_line_free(tr_line *line);

/* The line keeps its place and its line end, but has no translation.  The first reason stays. */
void tr_line_fail(tr_line *line, int status, const char *message);

/* Repairs, splits and tokenises: fills in `segments` and n_pending.  What is wrong with the line
 * itself is put into its result; TR_ENOMEM is returned. */
int tr_line_prepare(tr_line *line, tr_line_tools *t, tr_error *err);

/* The same for scoring `target` as the line's translation: one segment with forced ids. */
int tr_line_prepare_score(tr_line *line, tr_line_tools *t, tr_string target, tr_error *err);

/* Keeps what the search found for a segment, if it is better than what was found before; true when
 * there is to be a second search, for which the segment's task has a new goal.  A line that fails
 * says so in its result. */
bool tr_line_take(tr_segment *segment, const tr_line_tools *t, const tr_batch *batch,
                  const tr_beam *beam);

/* Completes the result; to be called when no segment is pending.  TR_ENOMEM. */
int tr_line_finish(tr_line *line, tr_line_tools *t, tr_error *err);

#endif
