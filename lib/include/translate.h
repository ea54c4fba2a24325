/*
 * translate.h - public interface of libtranslate.  This translates a sentence:
 *
 *     #include <stdio.h>
 *     #include <translate.h>
 *
 *     int main(void)
 *     {
 *         tr_model *model;
 *         tr_session *session;
 *         const tr_translation *line;
 *         tr_options options;
 *         if (tr_model_open(&model, "en-de.gguf", NULL)) return 1;
 *         tr_options_init(&options, model);
 *         if (tr_session_create(&session, model, &options, NULL)) return 1;
 *         if (tr_translate(session, "Good morning.", 13, &line, NULL)) return 1;
 *         puts(tr_translation_hypothesis(line, 0)->text);
 *         tr_session_free(session), tr_model_close(model);
 *     }
 *
 * A tr_model is a translation model.  It is mapped into memory and never changes, so that any
 * number of threads may share it.  A file that is written to meanwhile is noticed.  A tr_session is
 * the working memory of one thread.  The library never prints, never exits and keeps no global
 * state.
 *
 * Threads.  Functions of a const tr_model, tr_glossary, tr_dictionary or tr_evaluation, and of a
 * tr_service, may be called by any number of threads at once; functions of anything else, by one
 * thread at a time, which need not be the one that made it.  Nothing is closed or freed while
 * another thread uses it. A callback is called by the thread that its comment names, never with a
 * lock that the library's functions want, but where it says so.  After fork() a child has models
 * and glossaries, but no service, stream or session whose threads were left behind: it makes its
 * own.
 *
 * Versions.  Within one soname nothing is taken away, and no field moves.  A structure may get
 * fields at its end, but for tr_error, tr_string, tr_sampling, tr_remembered, tr_stream_io,
 * tr_translation_memory, tr_observer and tr_document_languages, which never change.  A program does
 * not copy what the library returns a pointer to, and reaches elements of arrays by the functions
 * that return them.
 *
 * Sizes.  Structures that a program and the library give each other grow in later versions.  So a
 * call says how large they were when the program was compiled: such calls are macros, which name
 * the size for it.  The library reads and writes no byte behind it, takes what is not there as 0
 * (or its default), and refuses what it does not know with TR_EINVAL.  tr_options says its size
 * itself.  Programs that do not read these headers call the functions ..._sized() with the sizes
 * that they know.
 *
 * A function that can fail returns TR_OK (0) or a negative enum tr_status.  When it fails it fills
 * *err; err may be NULL.  All text is UTF-8, and its length is given in bytes; text that the
 * library returns also ends in a NUL.
 */
#ifndef TRANSLATE_H
#define TRANSLATE_H

/* Each header has what it needs, and may be included alone. */
#include "translate/basics.h"      /* version, errors, strings */
#include "translate/context.h"     /* pronouns by the sentences before */
#include "translate/models.h"      /* a model, its languages and what else it tells */
#include "translate/options.h"     /* how to search; words that are kept, or given */
#include "translate/tokens.h"      /* text as pieces, and back */
#include "translate/translation.h" /* sessions, lines, streams of lines */

#include "translate/conversion.h"  /* other engines' models */
#include "translate/dictionary.h"  /* what single words may mean */
#include "translate/documents.h"   /* HTML, DOCX, XLIFF, .. */
#include "translate/evaluation.h"  /* BLEU, chrF, TER */
#include "translate/judgement.h"   /* COMET, MetricX */
#include "translate/machine.h"     /* instruction sets; what the library was built with */
#include "translate/memory.h"      /* translations that are known already */
#include "translate/observation.h" /* network and search, looked at while they work */
#include "translate/service.h"     /* threads that many clients share */

#endif
