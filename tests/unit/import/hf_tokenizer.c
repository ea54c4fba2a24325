/* hf_tokenizer.c - directories whose tokenizer is a tokenizer.json: the ids and texts that the
 * tokenizers library has (tests/make/tokenizer_files.py), and SentencePiece models in its form. */
#include <string.h>

#include "base/file.h"
#include "base/numbers/base64.h"
#include "make/hf_job.h"
#include "text/pipeline/pipeline.h"
#include "text/spm.h"
#include "unit/unit.h"

#define META "\xE2\x96\x81"

/* ---- Files of the tokenizers library ---- */

static const char *const kinds[] = {
    "unigram_always", "unigram_first", "unigram_never", "bytes_gpt2",    "bytes_split",
    "fallback",       "word_ends",     "splits",        "empty_matches", "dialect",
    "no_unknown",     "missing_bytes", "bytes_added"};

typedef struct tokenized {
    hf_job j;
    tr_pieces pieces, merges;
    tr_pipeline *pipeline;
    tr_cutter cutter;
} tokenized;

/* A file of tests/data/tokenizers, with a NUL behind it. */
static char *read_data(const char *kind, const char *ending)
{
    char path[80];
    tr_file file;

    snprintf(path, sizeof path, "tests/data/tokenizers/%s.%s", kind, ending);
    ck_assert_int_eq(tr_file_map(&file, path, NULL), 0);
    char *const text = calloc(file.size + 1, 1);
    memcpy(text, file.data, file.size);
    tr_file_unmap(&file);
    return text;
}

static void fill_pieces(tr_pieces *p, const char *const *text, size_t n)
{
    size_t n_bytes = 0;

    for (size_t i = 0; i < n; i++)
        n_bytes += strlen(text[i]);
    ck_assert(tr_pieces_create(p, n, n_bytes));
    for (size_t i = 0; i < n; i++)
        ck_assert(tr_pieces_add(p, text[i], strlen(text[i])));
}

static void open_pipeline(tokenized *t)
{
    const tr_import_vocab *const v = &t->j.im.source;

    ck_assert_ptr_nonnull(v->rules);
    fill_pieces(&t->pieces, v->text, v->n);
    if (v->merges) fill_pieces(&t->merges, v->merges, v->n_merges);
    ck_assert_int_eq(
        tr_pipeline_create(&t->pipeline,
                           &(tr_pipeline_parts){.rules = v->rules,
                                                .rules_len = strlen(v->rules),
                                                .name = "rules",
                                                .pieces = &t->pieces,
                                                .merges = v->merges ? &t->merges : NULL,
                                                .scores = v->scores},
                           &t->j.err),
        0);
    t->cutter = tr_pipeline_cutter(t->pipeline);
}

/* A directory with tokenizer.json, which is `json`. */
static void open_json(hf_job *j, const char *model_type, const char *json)
{
    static const char config[] = "{\"tokenizer_class\": \"PreTrainedTokenizerFast\"}";

    hf_job_open(j, model_type);
    j->m.vocab = 520;
    hf_set(&j->m.config, "vocab_size", "520");
    hf_set(&j->m.config, "bos_token_id", "0");
    hf_set(&j->m.config, "pad_token_id", "1");
    hf_set(&j->m.config, "eos_token_id", "2");
    hf_write_text(&j->m.dir, "tokenizer_config.json", config);
    hf_write_text(&j->m.dir, "tokenizer.json", json);
    hf_write(&j->m);
}

static void open_kind(tokenized *t, const char *kind)
{
    char *const json = read_data(kind, "json");

    *t = (tokenized){0};
    open_json(&t->j, "mbart", json);
    free(json);
    hf_imports(&t->j);
    open_pipeline(t);
}

static void close_kind(tokenized *t)
{
    tr_pipeline_free(t->pipeline);
    tr_pieces_free(&t->pieces);
    tr_pieces_free(&t->merges);
    hf_import_end(&t->j);
    hf_job_close(&t->j);
}

/* "\\t" stands for a tab. */
static void unescape(char *text)
{
    for (char *at; (at = strstr(text, "\\t")); memmove(at + 1, at + 2, strlen(at + 2) + 1))
        *at = '\t';
}

static void check_ids(const tokenized *t, const char *kind, const char *text, const char *ids)
{
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0, end = 0;
    tr_buf pieces = {0}, got = {0};

    ck_assert_int_eq(
        t->cutter.cut(t->cutter.state, text, strlen(text), &spans, &capacity, &n, &pieces, NULL),
        0);
    const char *piece = tr_buf_text(&pieces);
    for (size_t i = 0; i < n; i++, piece += strlen(piece) + 1) {
        const int32_t id = tr_pieces_find(&t->pieces, piece, strlen(piece));
        tr_buf_printf(&got, "%s%d", i ? " " : "", id < 0 ? 3 : (int)id);
        ck_assert(spans[i].begin <= spans[i].end && spans[i].end <= strlen(text));
        ck_assert_msg(spans[i].end >= end, "%s: %s", kind, text); /* in order */
        end = spans[i].end;
    }
    ck_assert_msg(!strcmp(tr_buf_text(&got), ids), "%s: '%s': %s, not %s", kind, text,
                  tr_buf_text(&got), ids);
    free(spans);
    tr_buf_free(&pieces);
    tr_buf_free(&got);
}

/* The text of ids without unknown ones. */
static void check_text(const tokenized *t, const char *kind, char *ids, const char *text)
{
    tr_buf pieces = {0}, got = {0};
    size_t n = 0;

    for (char *id = strtok(ids, " "); id; id = strtok(NULL, " ")) {
        if (atoi(id) == 3) continue;
        tr_buf_add_string(&pieces, tr_pieces_text(&t->pieces, atoi(id)));
        tr_buf_add(&pieces, "", 1);
        n++;
    }
    t->cutter.join(t->cutter.state, tr_buf_text(&pieces), n, &got);
    ck_assert_msg(!strcmp(tr_buf_text(&got), text), "%s: '%s', not '%s'", kind, tr_buf_text(&got),
                  text);
    tr_buf_free(&pieces);
    tr_buf_free(&got);
}

START_TEST(ids_and_texts_are_the_librarys)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        char *const rows = read_data(kinds[k], "tsv");
        size_t n = 0;
        tokenized t;
        open_kind(&t, kinds[k]);
        for (char *row = rows, *next; *row; row = next, n++) {
            char *const end = strchr(row, '\n'), *const ids = strchr(row, '\t') + 1;
            char *const text = strchr(ids, '\t') + 1;
            *end = ids[-1] = text[-1] = '\0';
            next = end + 1;
            unescape(row);
            unescape(text);
            check_ids(&t, kinds[k], row, ids);
            check_text(&t, kinds[k], ids, text);
        }
        ck_assert_uint_ge(n, 20);
        free(rows);
        close_kind(&t);
    }
}
END_TEST

START_TEST(the_template_stands_around_texts)
{
    tokenized t;

    open_kind(&t, "splits");
    const tr_config *const m = &t.j.im.config;
    ck_assert(m->source_bos_id == 0 && m->source_eos && m->source_eos_id == 2 && m->unk == 3);
    ck_assert(hf_suppresses(&t.j.im, 0) && hf_suppresses(&t.j.im, 1) && !hf_suppresses(&t.j.im, 2));
    close_kind(&t);
}
END_TEST

#define SPECIALS                                                                                   \
    "\"added_tokens\": [{\"id\": 0, \"content\": \"<s>\", \"special\": true}, {\"id\": 1, "        \
    "\"content\": "                                                                                \
    "\"<pad>\", \"special\": true}, {\"id\": 2, \"content\": \"</s>\", \"special\": true}, "       \
    "{\"id\": 3, "                                                                                 \
    "\"content\": \"<unk>\", \"special\": true}]"

/* What stands around a text, or the refusal, of a post-processor. */
static void check_around(const char *post_processor, int32_t bos, bool eos, bool refused)
{
    tr_buf json = {0};
    hf_job j;

    tr_buf_printf(&json,
                  "{" SPECIALS ", \"post_processor\": %s, \"model\": {\"type\": \"Unigram\", "
                  "\"unk_id\": 3, \"vocab\": [[\"<s>\", 0], [\"<pad>\", 0], [\"</s>\", 0], "
                  "[\"<unk>\", 0], [\"a\", -1]]}}",
                  post_processor);
    open_json(&j, "mbart", tr_buf_text(&json));
    if (refused) {
        hf_refuses(&j, TR_EUNSUPPORTED, "its post_processor is not supported");
    } else {
        hf_imports(&j);
        ck_assert_msg(j.im.config.source_bos_id == bos && j.im.config.source_eos == eos,
                      "%s: %d %d", post_processor, (int)j.im.config.source_bos_id,
                      j.im.config.source_eos);
        hf_import_end(&j);
    }
    hf_job_close(&j);
    tr_buf_free(&json);
}

START_TEST(what_stands_around_texts_is_said_in_several_ways)
{
#define A         "{\"Sequence\": {\"id\": \"A\"}}"
#define TOKEN(id) "{\"SpecialToken\": {\"id\": \"" id "\"}}"
#define ROBERTA   "{\"type\": \"RobertaProcessing\", \"sep\": [\"</s>\", 2], \"cls\": [\"<s>\", 0]}"
#define STEPS(list)                                                                                \
    "{\"type\": \"Sequence\", \"processors\": [{\"type\": \"ByteLevel\"}, " list "]}"
    check_around("null", -1, false, false);
    check_around(ROBERTA, 0, true, false);
    check_around(STEPS(ROBERTA), 0, true, false);
    check_around(STEPS(STEPS(ROBERTA)), 0, true, false);
    check_around(STEPS("{\"single\": [" A ", " TOKEN("</s>") "]}"), -1, true, false);
    check_around(STEPS(ROBERTA ", " ROBERTA), 0, true, true);
    check_around("{\"single\": [" A ", " TOKEN("end") "], \"special_tokens\": {\"end\": {\"id\": "
                                                      "\"end\", \"ids\": [2]}}}",
                 -1, true, false);
    check_around("{\"single\": [" A ", " TOKEN("</s>") "], \"special_tokens\": {\"</s>\": "
                                                       "{\"id\": \"</s>\", \"ids\": [4, 2]}}}",
                 -1, true, true);
    check_around("{\"single\": [" TOKEN("<none>") ", " A "]}", -1, false, true);
#undef STEPS
#undef ROBERTA
#undef TOKEN
#undef A
}
END_TEST

/* Rust's serde_json rounds twice: tokenizers 0.23.3 writes these scores as what is expected. */
START_TEST(scores_are_what_the_library_reads)
{
    static const double expected[] = {-9.220096674735348, -6.9777044915002975, -2.5, 0};
    hf_job j;

    open_json(&j, "mbart",
              "{" SPECIALS
              ", \"model\": {\"type\": \"Unigram\", \"unk_id\": 3, \"vocab\": [[\"<s>\", 0], "
              "[\"<pad>\", 0], [\"</s>\", 0], [\"<unk>\", 0], [\"a\", -9.220096674735347], "
              "[\"b\", -6.9777044915002975], [\"c\", -2.5], [\"d\", 0]]}}");
    hf_imports(&j);
    for (size_t i = 0; i < 4; i++)
        ck_assert(j.im.source.scores[4 + i] == expected[i]);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

/* ---- SentencePiece's ---- */

#define PIECES                                                                                     \
    "[[\"<s>\", 0], [\"<pad>\", 0], [\"</s>\", 0], [\"<unk>\", 0], [\"" META                       \
    "\", -1], [\"a\", -2], "                                                                       \
    "[\"" META "a\", -1.5]]"
#define RULES                                                                                      \
    "\"normalizer\": {\"type\": \"Sequence\", \"normalizers\": [{\"type\": \"Precompiled\", "      \
    "\"precompiled_charsmap\": \"%s\"}, {\"type\": \"Replace\", \"pattern\": "                     \
    "{\"Regex\": "                                                                                 \
    "\" {2,}\"}, \"content\": \" \"}]}, \"pre_tokenizer\": {\"type\": \"Metaspace\", "             \
    "\"replacement\": "                                                                            \
    "\"" META "\", \"prepend_scheme\": \"always\", \"split\": true}"
/* A table of rules in base64 that has none: what its root leads to are no bytes. */
static const char *no_rules(void)
{
    enum { UNITS = 512 };
    static tr_buf text;
    tr_buf table = {0};

    put_u32(&table, UNITS * 4);
    put_u32(&table, UNITS / 2 << 10);
    for (int i = 1; i < UNITS; i++)
        put_u32(&table, 0x80000000);
    tr_buf_add(&table, "", 1);
    tr_buf_clear(&text);
    tr_base64_encode(table.data, table.len, &text);
    tr_buf_free(&table);
    return tr_buf_text(&text);
}

START_TEST(a_sentencepiece_model_is_one_again)
{
    hf_job j;
    tr_buf json = {0};
    tr_spm *spm;
    int32_t *ids = NULL;
    size_t capacity = 0, n = 0;

    tr_buf_printf(&json,
                  "{" RULES ", " SPECIALS
                  ", \"model\": {\"type\": \"Unigram\", \"unk_id\": 3, \"vocab\": " PIECES "}}",
                  no_rules());
    open_json(&j, "mbart", tr_buf_text(&json));
    tr_buf_free(&json);
    hf_imports(&j);
    const tr_import_vocab *const v = &j.im.source;
    ck_assert(v->spm && !v->rules && v->n == 7);
    const int rc = tr_spm_open(&spm, v->spm, v->spm_size, false, "spm", &j.err);
    ck_assert_msg(rc == 0, "%s", j.err.msg);
    ck_assert(tr_spm_kind(spm, 2) == TR_SPM_CONTROL && tr_spm_unk(spm) == 3);
    ck_assert_int_eq(tr_spm_encode(spm, "a  aa ", 6, &ids, &capacity, &n, NULL), 0);
    ck_assert(n == 3 && ids[0] == 6 && ids[1] == 6 && ids[2] == 5);
    tr_spm_close(spm);
    free(ids);
    hf_import_end(&j);
    hf_job_close(&j);
}
END_TEST

/* Only with all pairs that make a piece are merges what SentencePiece's scores say. */
START_TEST(merges_that_leave_out_a_pair_are_none_of_sentencepieces)
{
    static const char *const merges[] = {
        "[[\"a\", \"b\"], [\"b\", \"c\"], [\"ab\", \"c\"], [\"a\", \"bc\"]]",
        "[[\"a\", \"b\"], [\"b\", \"c\"], [\"ab\", \"c\"]]",
        "[[\"a\", \"b\"], [\"ab\", \"c\"], [\"b\", \"c\"], [\"a\", \"bc\"]]"};

    for (size_t i = 0; i < 3; i++) {
        hf_job j;
        tr_buf json = {0};
        tr_buf_printf(
            &json,
            "{" RULES ", " SPECIALS
            ", \"model\": {\"type\": \"BPE\", \"unk_token\": \"<unk>\", \"fuse_unk\": true, "
            "\"vocab\": {\"<s>\": 0, \"<pad>\": 1, \"</s>\": 2, \"<unk>\": 3, \"a\": 4, "
            "\"b\": 5, \"c\": 6, \"ab\": 7, \"bc\": 8, \"abc\": 9}, \"merges\": %s}}",
            no_rules(), merges[i]);
        open_json(&j, "mbart", tr_buf_text(&json));
        tr_buf_free(&json);
        hf_imports(&j);
        ck_assert_int_eq(j.im.source.spm != NULL, i == 0);
        ck_assert_int_eq(j.im.source.rules != NULL, i != 0);
        hf_import_end(&j);
        hf_job_close(&j);
    }
}
END_TEST

/* ---- Refused ---- */

static void refuses_json(const char *json, int code, const char *sentence)
{
    hf_job j;

    open_json(&j, "mbart", json);
    hf_refuses(&j, code, sentence);
    hf_job_close(&j);
}

START_TEST(other_models_are_refused_by_name)
{
    refuses_json("{" SPECIALS ", \"model\": {\"type\": \"WordPiece\", \"unk_token\": \"<unk>\", "
                 "\"vocab\": {\"a\": 4}}}",
                 TR_EUNSUPPORTED, "model 'WordPiece' is not supported");
    refuses_json("{" SPECIALS ", \"model\": {\"type\": \"Unigram\", \"unk_id\": 3, \"vocab\": 7}}",
                 TR_EFORMAT, "model.vocab");
    refuses_json("{" SPECIALS ", \"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 4}}}",
                 TR_EFORMAT, "model.merges");
    refuses_json(
        "{" SPECIALS ", \"post_processor\": {\"single\": [{\"SpecialToken\": {\"id\": "
        "\"<s>\"}}, {\"SpecialToken\": {\"id\": \"<pad>\"}}, {\"Sequence\": {\"id\": \"A\"}}]}, "
        "\"model\": {\"type\": \"Unigram\", \"unk_id\": 3, \"vocab\": []}}",
        TR_EUNSUPPORTED, "post_processor");
    refuses_json("{" SPECIALS
                 ", \"normalizer\": {\"type\": \"BertNormalizer\"}, \"model\": {\"type\": "
                 "\"Unigram\", \"unk_id\": 3, \"vocab\": " PIECES "}}",
                 TR_EUNSUPPORTED, "tokenizer.json: normalizer 'BertNormalizer' is not supported");
    refuses_json("[]", TR_EFORMAT, "tokenizer.json");
    refuses_json("{" SPECIALS ", \"model\": {\"type\": \"BPE\", \"vocab\": {\"a\": 4}, \"merges\": "
                 "[\"a b c\"]}}",
                 TR_EFORMAT, "an entry of model.merges");
}
END_TEST

/* ---- Rules on their own ---- */

/* What becomes of a text by rules, beside a model of the piece a.  err->msg is a fault's. */
static int cut_by(const char *rules, const char *text, tr_error *err)
{
    static const char *const pieces[] = {"<unk>", "a"};
    static const double scores[] = {0, -1};
    tr_pieces p;
    tr_pipeline *pipeline;
    tr_spm_piece_span *spans = NULL;
    size_t capacity = 0, n = 0;
    tr_buf json = {0}, out = {0};

    tr_buf_printf(&json, "{%s, \"model\": {\"type\": \"Unigram\", \"unk_id\": 0}}", rules);
    fill_pieces(&p, pieces, 2);
    const tr_pipeline_parts parts = {
        .rules = json.data, .rules_len = json.len, .name = "rules", .pieces = &p, .scores = scores};
    int rc = tr_pipeline_create(&pipeline, &parts, err);
    if (rc == 0) {
        const tr_cutter c = tr_pipeline_cutter(pipeline);
        rc = c.cut(c.state, text, strlen(text), &spans, &capacity, &n, &out, err);
    }
    tr_pipeline_free(pipeline);
    tr_pieces_free(&p);
    free(spans);
    tr_buf_free(&json);
    tr_buf_free(&out);
    return rc;
}

#define SPLIT_AT(expression)                                                                       \
    "\"pre_tokenizer\": {\"type\": \"Split\", \"pattern\": {\"Regex\": \"" expression              \
    "\"}, \"behavior\": \"Isolated\"}"

/* What PCRE2 would read in another way, or what would leave a text that is no UTF-8. */
START_TEST(other_expressions_are_refused)
{
    static const char *const refused[] = {SPLIT_AT("[a&&b]"),      SPLIT_AT("[a[bc]]"),
                                          SPLIT_AT("\\\\C"),       SPLIT_AT("(?=a\\\\K)"),
                                          SPLIT_AT("(?<=a{1,9})"), SPLIT_AT("[a")};

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        tr_error err = {0};
        ck_assert_int_eq(cut_by(refused[i], "a", &err), TR_EUNSUPPORTED);
        ck_assert_msg(strstr(err.msg, "rules: expression '"), "%s", err.msg);
    }
    ck_assert_int_eq(cut_by(SPLIT_AT("[^]a][[:alpha:]]\\\\u00e4"), "a", NULL), 0);
}
END_TEST

START_TEST(texts_do_not_grow_without_an_end)
{
#define EIGHT     "{\"type\": \"Replace\", \"pattern\": {\"String\": \"a\"}, \"content\": \"aaaaaaaa\"}"
#define TIMES_512 EIGHT ", " EIGHT ", " EIGHT
    tr_error err = {0};
    char text[4097];

    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    ck_assert_int_eq(cut_by("\"normalizer\": " EIGHT, text, NULL), 0);
    ck_assert_int_eq(cut_by("\"normalizer\": {\"type\": \"Sequence\", \"normalizers\": [" TIMES_512
                            ", " TIMES_512 "]}",
                            text, &err),
                     TR_EUNSUPPORTED);
    ck_assert_msg(strstr(err.msg, "64 times as long"), "%s", err.msg);
}
END_TEST

UNIT_MAIN("hf_tokenizer", ids_and_texts_are_the_librarys, the_template_stands_around_texts,
          what_stands_around_texts_is_said_in_several_ways, a_sentencepiece_model_is_one_again,
          merges_that_leave_out_a_pair_are_none_of_sentencepieces, other_models_are_refused_by_name,
          scores_are_what_the_library_reads, other_expressions_are_refused,
          texts_do_not_grow_without_an_end)
