/* stream.h - streams of lines over workers that others use, too. */
#ifndef TR_STREAM_H
#define TR_STREAM_H

#include "session/engine.h"

/* tr_translate_stream() of translate.h, for a client of these workers: with what is wanted of each
 * line, and without stats->cache_bytes. */
int tr_stream_run(tr_engine *engine, uint64_t client, tr_line_options options,
                  const tr_stream_io *io, tr_stream_stats *stats, tr_error *err);

/* tr_translate_stream() with options that are complete, and with what is wanted of each line. */
int tr_stream_translate(const tr_model *model, const tr_options *options, tr_line_options of_lines,
                        const tr_stream_io *io, tr_stream_stats *stats, tr_error *err);

#endif
