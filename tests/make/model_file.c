#include "model_file.h"
#include "formats/gguf_read.h"

#include <fcntl.h>

void make_good(scratch *s, const model_spec *spec)
{
    tr_error err = {0};
    scratch_open(s);
    ck_assert_msg(make_model(scratch_file(s, "good.gguf"), spec, &err) == 0, "%s", err.msg);
}

void assert_says(const tr_error *err, int code, const char *words)
{
    ck_assert_msg(err->code == code && strstr(err->msg, words) && strstr(err->msg, ".gguf: "),
                  "%d \"%s\" is not %d \"%s\"", err->code, err->msg, code, words);
}

model_spec full_spec(void)
{
    model_spec spec = model_spec_small;
    spec.d_model = 18; /* four inputs side by side leave two columns of fill */
    spec.target_vocab = 41;
    spec.ties = "none";
    spec.embedding_norms = spec.output_norms = spec.two_position_tables = true;
    spec.lexicon = true;
    spec.source_spm = "source pieces";
    spec.source_spm_size = 13;
    spec.target_spm = "target pieces!";
    spec.target_spm_size = 14;
    return spec;
}

void patch(const char *path, const char *tensor, size_t at, const void *bytes, size_t n)
{
    tr_gguf g;
    ck_assert_int_eq(tr_gguf_open(&g, path, NULL), 0);
    const tr_gguf_tensor *t = tr_gguf_find_tensor(&g, tensor);
    ck_assert_ptr_nonnull(t);
    ck_assert_uint_le(at + n, t->size);
    const int fd = open(path, O_WRONLY);
    ck_assert_int_eq(pwrite(fd, bytes, n, (off_t)(t->offset + at)), n);
    close(fd);
    tr_gguf_close(&g);
}
