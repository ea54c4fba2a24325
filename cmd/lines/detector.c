#include "lines/detector.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/self_path.h"

static detect_function *detect;

static void load(void **handle, char **path)
{
    *path = self_path_beside(DETECT_MODULE);
    *handle = *path ? dlopen(*path, RTLD_NOW | RTLD_LOCAL) : NULL;
}

bool detector_ready(bool aloud)
{
    void *handle, *symbol;
    char *path;

    if (detect) return true;
    load(&handle, &path);
    symbol = handle ? dlsym(handle, DETECT_FUNCTION) : NULL;
    memcpy(&detect, &symbol, sizeof detect); /* C has no cast from an object to a function */
    if (!detect && aloud && path)
        complain("%s", dlerror());
    else if (!detect && aloud)
        complain("languages cannot be told: this was built without libcld2; name the language "
                 "with -f");
    free(path);
    return detect != NULL;
}

detection detector_guess(const char *text, size_t len)
{
    detection d = {0};
    int sure;

    d.n = detect(text, len, d.found, &sure);
    if (d.n == DETECT_FAILED) end_without_memory();
    d.sure = sure;
    return d;
}

detection detector_guess_document(tr_document *document)
{
    const size_t n = tr_document_segment_count(document);
    char sample[DETECTOR_SAMPLE];
    tr_document_segment s;
    size_t len = 0;

    for (size_t i = 0; i < n && len < sizeof sample - 1; i++) {
        if (tr_document_get(document, i, &s, NULL)) end_without_memory();
        const size_t room = sizeof sample - 1 - len;
        const size_t some = s.text_len < room ? s.text_len : room;
        memcpy(sample + len, s.text, some);
        len += some;
        sample[len++] = '\n';
    }
    return detector_guess(sample, len);
}

const char *detection_name(const detection *d)
{
    return d->sure ? d->found[0].language : "und";
}
