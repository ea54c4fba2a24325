/* lines.c - translates the lines of standard input, with options by name.
 *
 *     cc lines.c -o lines $(pkg-config --cflags --libs libtranslate)
 *     ./lines MODEL.gguf [NAME=VALUE]... < text
 */
#include <stdio.h>
#include <string.h>
#include <translate.h>
#include <unistd.h>

static ptrdiff_t read_some(void *ctx, char *bytes, size_t size)
{
    (void)ctx;
    return read(STDIN_FILENO, bytes, size);
}

/* A line that has no translation is left empty, so that lines stay side by side. */
static int write_line(void *ctx, const tr_translation *t)
{
    size_t *const failed = ctx;
    const tr_hypothesis *const best = tr_translation_hypothesis(t, 0);

    if (t->status) {
        fprintf(stderr, "line %zu: %s\n", t->line, t->message);
        ++*failed;
    }
    return fwrite(best->text, 1, best->text_len, stdout) != best->text_len ||
           fputs(t->line_end, stdout) < 0;
}

static int set_options(tr_options *options, char **pairs, tr_error *err)
{
    for (; *pairs; pairs++) {
        char *const equals = strchr(*pairs, '=');
        if (!equals) {
            snprintf(err->msg, sizeof err->msg, "%s: is not NAME=VALUE", *pairs);
            return TR_EINVAL;
        }
        *equals = '\0';
        const int rc = tr_options_set(options, *pairs, equals + 1, err);
        if (rc < 0) return rc;
    }
    return 0;
}

int main(int argc, char **argv)
{
    tr_model *model = NULL;
    tr_options *options = NULL;
    size_t failed = 0;
    const tr_stream_io io = {read_some, write_line, &failed};
    tr_error err = {0, "out of memory"};

    if (argc < 2) return fprintf(stderr, "usage: %s MODEL.gguf [NAME=VALUE]...\n", argv[0]), 2;
    int rc = tr_model_open(&model, argv[1], &err);
    if (rc == 0 && !(options = tr_options_create(model))) rc = TR_ENOMEM;
    if (rc == 0) rc = set_options(options, argv + 2, &err);
    if (rc == 0) rc = tr_translate_stream(model, options, &io, NULL, &err);
    if (rc) fprintf(stderr, "%s\n", err.msg);
    tr_options_free(options);
    tr_model_close(model);
    return rc || failed || fclose(stdout);
}
