/* json.h - JSON objects, one a line (cJSON). */
#ifndef JSON_H
#define JSON_H

#include <cjson/cJSON.h>

#include "console/output.h"
#include "translate.h"

/* Call it first.  From then on, the program ends if memory runs out in cJSON. */
void json_start(void);

/* Reads one JSON text [len], whose bytes are changed.  NULL: it is none, or has more than 64
 * levels. An escaped NUL, which would end a string, becomes U+FFFD. */
cJSON *json_read(char *text, size_t len);

/* About as many values as a JSON text [len] has, and never fewer: each takes memory. */
size_t json_count(const char *text, size_t len);

/* The shortest decimal that reads back to the same float32. */
enum { NUMBER_SIZE = 32 };
void format_float(char text[NUMBER_SIZE], float x);

/* A number as format_float() writes it; null if it is not finite. */
cJSON *json_float(float x);
void json_add_float(cJSON *object, const char *key, float x);

/* A string of any bytes: what is not UTF-8 becomes U+FFFD. */
cJSON *json_text(const char *text, size_t len);
void json_add_text(cJSON *object, const char *key, const char *text, size_t len);

/* An estimate of quality, 0 to 1: at most 4 digits behind the point. */
void format_quality(char text[NUMBER_SIZE], float quality);

/* As format_quality() writes it; null where there is none (NaN). */
cJSON *json_quality(float quality);

/* Adds json_quality() as "quality". */
void json_add_quality(cJSON *object, float quality);

/* Appends {"id": ..., "piece": ...} and returns it. */
cJSON *json_add_token(cJSON *array, const tr_token *token);

/* Adds the fields of the hypothesis. */
void json_add_hypothesis(cJSON *object, const tr_hypothesis *h);

/* What a translation lacks: an array of {"text": ..., "begin": ..., "end": ..., "kind": ...}. */
cJSON *json_losses(const tr_translation *t);

/* Prints the object and a line end, and frees it. */
void json_print(output *out, cJSON *object);

/* A string of an object; NULL where it is another thing, or not there. */
const char *json_word(const cJSON *object, const char *name);

/* Adds a string to `array`, a cJSON array: for functions that tell names one by one. */
void json_append_word(void *array, const char *word);

#endif
