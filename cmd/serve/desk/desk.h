/*
 * desk.h - what a server translates, whoever asks and however: text, documents, languages.
 *
 * The models of this machine are known by their first bytes.  One is opened when it is first asked
 * for, and closed again when nobody has asked for a while, or when there is no room for another;
 * a file that was replaced is opened anew then.  Where no model has a pair of languages, two have
 * it by way of English.
 *
 * Any thread may call any function.
 */
#ifndef DESK_H
#define DESK_H

#include "lines/detector_module.h"
#include "serve/desk/order.h"
#include "serve/desk/shelf.h"

typedef struct desk desk;

/* NULL after a sentence. */
desk *desk_open(const shelf_settings *settings);

/* Nobody may use it any more. */
void desk_close(desk *d);

/* Looks for models again. */
void desk_reload(desk *d);

/* Closes what was idle for long enough; to be called every second or so. */
void desk_tidy(desk *d);

/* ---- Languages ---- */

/* A function that is told of one language, once. */
typedef void desk_take_language(void *ctx, const char *language);

/* The languages that texts may be in; and those that one (NULL: any) may be translated to, by way
 * of English, too. */
void desk_sources(desk *d, desk_take_language *take, void *ctx);
void desk_targets(desk *d, const char *source, desk_take_language *take, void *ctx);

/* True if texts of this language can be translated to that one (NULL: to any). */
bool desk_has(desk *d, const char *source, const char *target);

/* The same of one model, without a way through another language: what glossaries need. */
bool desk_has_model(desk *d, const char *source, const char *target);

/* The likeliest languages of a text, the best first: how many, 0 where none can be told.  Those
 * that can be translated (to `target`, if that is not NULL) are likelier than others. */
size_t desk_detect(desk *d, const char *text, size_t len, const char *target,
                   detected found[DETECTED_MOST]);

/* ---- Translating ---- */

/* Translates; the answer is to be freed in any case. */
enum desk_status desk_translate(desk *d, const desk_order *order, desk_answer *answer);

/* Translates a document of a name, and of a format (NULL: by its name and content): *out [*size] is
 * the caller's.  Of the order, texts and n-best do not count; `source` may be NULL. `progress` as
 * in tr_document_translate(). */
enum desk_status desk_translate_document(desk *d, const desk_order *order, const char *name,
                                         const char *format, const char *bytes, size_t size,
                                         int (*progress)(void *ctx, double done), void *ctx,
                                         char **out, size_t *out_size, desk_answer *answer);

/* ---- What is told of it ---- */

typedef struct desk_numbers {
    uint64_t sentences, source_tokens, target_tokens, retried, cancelled;
    size_t queued_bytes, models;
} desk_numbers;

void desk_count(desk *d, desk_numbers *n);

/* Each open model. */
void desk_models(desk *d, shelf_take_open *take, void *ctx);

#endif
