/* model_offer.h - models that could be fetched, for languages that no model here has. */
#ifndef MODEL_OFFER_H
#define MODEL_OFFER_H

/* "; \"translate fetch fr-en\" gets one, 25.7 MB", or of two by way of English, or the command that
 * lists them where one language is NULL; "" where there is none.  The caller frees it. */
char *model_offer_hint(const char *from, const char *to);

enum model_offer { OFFER_NONE, OFFER_REFUSED, OFFER_FETCHED, OFFER_FAILED };

/* Where standard input and error are a terminal, asks if the model of both languages, or the two by
 * way of English, should be fetched, and fetches: failed after a sentence.  None: there is nothing
 * to ask, or nobody. */
enum model_offer model_offer_fetch(const char *from, const char *to);

#endif
