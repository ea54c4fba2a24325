#include "lines/filter.h"

typedef struct run {
    const model_choice *choice;
    const text_list *texts;
    int argc;
    char **argv; /* [argc] */
    int (*lines)(filter *f, void *settings);
    void *settings;
} run;

static int filter_with(const tr_model *model, void *ctx)
{
    const run *const r = ctx;
    filter f = {.model = model};

    if (!model_has_languages(model, r->choice)) return EXIT_FAILED;
    if (output_open(&f.out, NULL) < 0) return EXIT_FAILED;
    if (r->texts->n)
        line_reader_open_texts(&f.in, r->texts->items, r->texts->n);
    else if (line_reader_open(&f.in, r->argv, (size_t)r->argc) < 0)
        return EXIT_FAILED;
    const int status = r->lines(&f, r->settings);
    line_reader_close(&f.in);
    output_close(&f.out);
    return status;
}

int filter_run(const command *c, const model_choice *choice, const text_list *texts, int argc,
               char **argv, int (*lines)(filter *f, void *settings), void *settings)
{
    const int rc = given_text_check(c, texts, argv, argc);
    return rc != GO_ON
               ? rc
               : model_use(choice, filter_with, &(run){choice, texts, argc, argv, lines, settings});
}
