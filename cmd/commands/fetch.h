/* fetch.h - settings of `translate fetch`, which translate-fetch parses once more. */
#ifndef FETCH_H
#define FETCH_H

enum fetch_mode { FETCH_GET, FETCH_LIST, FETCH_INFO, FETCH_UPDATE, FETCH_REMOVE, FETCH_LANGUAGES };

typedef struct fetch_settings {
    int mode; /* enum fetch_mode */
    const char *from, *to, *variant;
    const char *index, *index_sha256; /* NULL: the index that came with the program */
    const char *accept;               /* a licence */
    const char *mirror;               /* a folder for other machines; NULL: models are installed */
    int type;                         /* 0 = by the model, 1 = int8, 2 = float32 */
    int all, check, unverified, offline, force, dry_run, json, quiet, yes;
    int retries, timeout;
} fetch_settings;

fetch_settings fetch_defaults(void);

#endif
