/* model.c - any bytes as a model file: opened, every weight of it checked, and, if it is small, a
 * line of ids translated. */
#define _GNU_SOURCE /* memfd_create */
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "translate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SMALL = 64 };

/* Lengths are the file's word; everything else is as large as its data. */
static int is_small(const tr_model_info *m)
{
    return m->max_source_length <= SMALL && m->max_target_length <= SMALL &&
           m->encoder_layers <= SMALL && m->decoder_layers <= SMALL;
}

static void translate(const tr_model *m)
{
    const tr_model_info *info = tr_model_get_info(m);
    const tr_translation *t;
    tr_session *s;
    tr_options o;

    tr_options_init(&o, m);
    o.input = o.output = TR_IDS;
    o.batch_tokens = 1;
    o.beam_size = 2;
    o.alignment = info->alignment_layer >= 0;
    if (info->source_is_chosen) o.source_language = tr_model_language(m, 0);
    if (info->target_is_chosen) o.target_language = tr_model_language(m, info->n_languages - 1);
    if (tr_session_create(&s, m, &o, NULL)) return;
    tr_translate(s, "1 0 1", 5, &t, NULL);
    tr_session_free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    tr_model *m;
    const int fd = memfd_create("model", MFD_CLOEXEC);

    if (fd < 0 || write(fd, data, size) != (ssize_t)size) return 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (tr_model_open(&m, path, NULL) == 0) {
        tr_model_verify(m, NULL);
        if (is_small(tr_model_get_info(m))) translate(m);
        tr_model_close(m);
    }
    close(fd);
    return 0;
}
