/*
 * translator.h - what a server translates, whoever asks and however: text, documents, languages.
 *
 * The models of this machine are known by their first bytes.  One is opened when it is first asked
 * for, and closed again when nobody has asked for a while, or when there is no room for another;
 * a file that was replaced is opened anew then.  Where no model has a pair of languages, two have
 * it by way of English.
 *
 * Any thread may call any function.
 */
#ifndef TRANSLATOR_H
#define TRANSLATOR_H

#include "lines/detector_module.h"
#include "serve/translator/model_pool.h"
#include "serve/translator/translator_request.h"

typedef struct translator translator;

/* NULL after a sentence. */
translator *translator_open(const model_pool_settings *settings);

/* Nobody may use it any more. */
void translator_close(translator *d);

/* Looks for models again. */
void translator_reload(translator *d);

/* Closes what was idle for long enough; to be called every second or so. */
void translator_tidy(translator *d);

/* ---- Languages ---- */

/* A function that is told of one language, once. */
typedef void translator_take_language(void *ctx, const char *language);

/* The languages that texts may be in; and the languages that one (NULL: any) may be translated to,
 * by way of English, too. */
void translator_sources(translator *d, translator_take_language *take, void *ctx);
void translator_targets(translator *d, const char *source, translator_take_language *take,
                        void *ctx);

/* True if texts of this language can be translated to that one (NULL: to any). */
bool translator_has(translator *d, const char *source, const char *target);

/* True if one model has both, without a way through another language: what glossaries need. */
bool translator_has_model(translator *d, const char *source, const char *target);

/* The likeliest languages of a text, the best first: how many, 0 where none can be told.  A
 * language that can be translated (to `target`, if there is one) is likelier than others. */
size_t translator_detect(translator *d, const char *text, size_t len, const char *target,
                         detected found[DETECTED_MOST]);

/* ---- Translating ---- */

/* Translates; the answer is to be freed in any case. */
enum translator_status translator_translate(translator *d, const translator_request *request,
                                            translator_answer *answer);

/* Translates a document of a name, and of a format (NULL: by its name and content): *out [*size] is
 * the caller's.  Of the request, texts and n-best do not count; `source` may be NULL. `progress` as
 * in tr_document_translate(). */
enum translator_status translator_document(translator *d, const translator_request *request,
                                           const char *name, const char *format, const char *bytes,
                                           size_t size, int (*progress)(void *ctx, double done),
                                           void *ctx, char **out, size_t *out_size,
                                           translator_answer *answer);

/* ---- What is told of it ---- */

typedef struct translator_numbers {
    uint64_t sentences, source_tokens, target_tokens, retried, cancelled;
    size_t queued_bytes, models, admitted;
    double work; /* seconds of what was admitted */
} translator_numbers;

void translator_count(translator *d, translator_numbers *n);

/* Each open model. */
void translator_models(translator *d, model_pool_take_open *take, void *ctx);

#endif
