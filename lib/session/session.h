/* session.h - the inside of a session, shared by single calls (single_call.c) and streams
 * (stream.c).
 */
#ifndef TR_SESSION_H
#define TR_SESSION_H

#include "line/line_prepare.h"

struct tr_session {
    const tr_model *model;
    tr_setup setup;
    tr_request request; /* for lines that are translated */
    tr_preparer preparer;
    tr_arena arena;
    tr_batch batch;
    tr_buf buf;      /* scratch, for results */
    tr_line **lines; /* of the last call */
    const tr_translation **results;
    size_t n_lines;
};

/* The session's part in the life of a line, in its order; see line.h. */
int tr_session_prepare(tr_session *s, tr_line *line, tr_error *err);
bool tr_session_add(tr_session *s, tr_sentence *sentence); /* false: it does not fit now */
bool tr_session_take(tr_session *s, tr_sentence *sentence, const tr_beam *beam);
int tr_session_again(tr_session *s, tr_line *line, tr_error *err);
int tr_session_finish(tr_session *s, tr_line *line, tr_error *err);

/* The results of the last call. */
void tr_session_free_lines(tr_session *s);

/* Lets the threads of a team help this session from now on. */
void tr_session_join(tr_session *s, tr_team *team);

/* Bytes of keys and values that have been in use at once. */
size_t tr_session_cache_used(const tr_session *s);

#endif
