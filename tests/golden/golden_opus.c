/* golden_opus.c - a package of OPUS-MT, and a published tokenizer, against Marian and
 * SentencePiece. */
#define _POSIX_C_SOURCE 200809L
#include "golden.h"

static const char folder[] = "opus-style";

/* Text becomes the ids that Marian got. */
static void check_ids(const tr_model *m)
{
    char *text[GOLDEN_MAX_LINES], *ids[GOLDEN_MAX_LINES];
    const size_t n = golden_lines(golden_path(folder, "input.txt"), text);
    const size_t n_ids = golden_lines(golden_path(folder, "input.ids"), ids);
    size_t differ = 0;

    for (size_t i = 0; i < n && n == n_ids; i++) {
        tr_tokens *tokens = NULL;
        char *list = ids[i];
        bool same = !tr_tokenize(m, TR_SOURCE, text[i], strlen(text[i]), &tokens, NULL);
        for (size_t k = 0; same && k < tokens->n; k++) {
            char *end;
            same = strtol(list, &end, 10) == tokens->token[k].id && end != list;
            list = end;
        }
        if (!same || list[strspn(list, " ")]) differ++;
        tr_tokens_free(tokens);
    }
    tap_ok(n > 0 && n == n_ids && !differ, "%s: ids of %zu lines, %zu differ", folder, n, differ);
    golden_free_lines(text, n);
    golden_free_lines(ids, n_ids);
}

static void check_lists(const tr_model *m)
{
    golden_best_as(folder, "input.ids", TR_IDS, "out/beam1.txt", TR_PIECES, m, 1, 0);
    golden_best_as(folder, "input.ids", TR_IDS, "out/beam4.norm0.txt", TR_PIECES, m, 4, 0);
    golden_best_as(folder, "input.ids", TR_IDS, "out/beam4.norm0.6.txt", TR_PIECES, m, 4, 0.6f);
    golden_best_as(folder, "input.ids", TR_IDS, "out/beam4.norm1.txt", TR_PIECES, m, 4, 1);
    golden_best_as(folder, "input.pieces", TR_PIECES, "out/beam4.norm1.txt", TR_PIECES, m, 4, 1);
    golden_best(folder, "input.ids", "out/beam1.detok.txt", m, 1, 0);
    golden_best(folder, "input.ids", "out/beam4.norm1.detok.txt", m, 4, 1);
    golden_nbest_as(folder, "out/beam1.nbest", TR_PIECES, m, 1, 0);
    golden_nbest_as(folder, "out/beam4.norm1.nbest", TR_PIECES, m, 4, 1);
}

static void check_package(const char *input)
{
    tr_model *m = golden_import(folder, input, NULL, NULL, "float32");
    if (!m) return;
    const tr_model_info *info = tr_model_get_info(m);
    tap_ok(info->beam_size == 6 && info->length_penalty == 1, "%s: its search is recorded", input);
    check_ids(m);
    golden_forced(folder, "forced.tsv", m);
    check_lists(m);
    tr_model_close(m);
}

/* A list of pieces alone: text is pieces with blanks between them, as Marian has it. */
static void check_list_alone(void)
{
    tr_model *m = golden_import("pre-swish-separate-vocab", "model.npz", "source.vocab.yml",
                                "target.vocab.yml", "float32");
    if (m)
        golden_best_as("pre-swish-separate-vocab", "input.pieces", TR_PIECES,
                       "out/beam4.norm1.pieces.txt", TR_PIECES, m, 4, 1);
    tr_model_close(m);
}

int main(void)
{
    if (golden_start("opus")) {
        check_package("package");
        check_package("opus-toy.zip");
        check_list_alone();
    }
    return tap_done();
}
