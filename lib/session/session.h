/* session.h - the inside of a session, shared by single calls and streams. */
#ifndef TR_SESSION_H
#define TR_SESSION_H

#include "session/line.h"

struct tr_session {
    const tr_model *model;
    tr_options options;
    tr_arena arena;
    tr_batch batch;
    tr_frame frame;
    tr_line_tools tools;
    tr_line **lines; /* of the last call */
    const tr_translation **results;
    size_t n_lines;
};

/* What is wrong with `options` for `model`, if anything: TR_EINVAL or TR_EUNSUPPORTED. */
int tr_options_check(const tr_options *options, const tr_model *model, tr_error *err);
unsigned tr_options_cpu(const tr_options *options); /* flags for tr_kernels_init(), once checked */
bool tr_options_shortlist(const tr_options *options, const tr_nmt *m); /* whether one is used */
size_t tr_options_batch_tokens(const tr_options *options, const tr_nmt *m);

#endif
