#define _POSIX_C_SOURCE 200809L
#include "import/shared/vocab.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "unit/unit.h"

static int read_text(tr_vocab *v, const char *path, const char *text, tr_error *err)
{
    return tr_vocab_read(v, path, (const unsigned char *)text, strlen(text), err);
}

/* The pieces are those of `expected`, with a blank between two. */
static void check_pieces(const char *path, const char *text, const char *expected)
{
    tr_vocab v;
    tr_error err = {0};
    tr_buf found = {0};
    ck_assert_msg(read_text(&v, path, text, &err) == 0, "%s", err.msg);
    for (int32_t id = 0; id < v.pieces.n; id++)
        tr_buf_printf(&found, "%s%s", id ? " " : "", tr_pieces_text(&v.pieces, id));
    ck_assert_str_eq(tr_buf_text(&found), expected);
    tr_buf_free(&found);
    tr_vocab_free(&v);
}

static void check_refused(const char *path, const char *text, const char *message)
{
    tr_vocab v;
    tr_error err = {0};
    ck_assert_int_eq(read_text(&v, path, text, &err), TR_EFORMAT);
    ck_assert_str_eq(err.msg, message);
    ck_assert_ptr_null(v.pieces.text);
}

/* As yaml-cpp and PyYAML write them; the YAML specification has the escapes. */
START_TEST(reads_yaml_however_a_piece_is_quoted)
{
    check_pieces("v.yml", "</s>: 0\n<unk>: 1\na: 2\n", "</s> <unk> a");
    check_pieces("v.yaml", "b: 1\r\na: 0\r\n", "a b");
    check_pieces("v.yml", "\"a\": 0\n'b': 1\nc: 2", "a b c");
    check_pieces("v.yml", "\"\\\"\": 0\n\"\\\\\": 1\n'''': 2\n'\"\"': 3\n", "\" \\ ' \"\"");
    check_pieces("v.yml", "\"\\u2581x\": 0\n\"\\xe9\": 1\n\"\\U0001F984\": 2\n",
                 "\xE2\x96\x81x \xC3\xA9 \xF0\x9F\xA6\x84");
    check_pieces("v.yml", "\"\\_\": 0\n\"\\N\": 1\n\"\\L\": 2\n\"\\P\": 3\n\"\\t\": 4\n",
                 "\xC2\xA0 \xC2\x85 \xE2\x80\xA8 \xE2\x80\xA9 \t");
    /* nothing but text, whatever YAML's types are */
    check_pieces("v.yml",
                 "yes: 0\n~: 1\n1_0: 2\n0x10: 3\n1e3: 4\nnull: 5\n<<: 6\n=: 7\n-a: 8\n?: 9\n"
                 "a#b: 10\n'#': 11\na:b: 12\n",
                 "yes ~ 1_0 0x10 1e3 null << = -a ? a#b # a:b");
    check_pieces("v.yml", "{\"a\": 0, b: 1}\n", "a b");
    check_pieces("v.yml", "%YAML 1.1\n---\na: 0\n...\n", "a");
}
END_TEST

/* A piece that is too long for its line is written apart from its id. */
START_TEST(reads_yaml_with_long_pieces)
{
    char text[3000], expected[1500];
    memset(expected, 'a', 1400);
    strcpy(expected + 1400, " b \xE2\x96\x81"
                            "c");
    snprintf(text, sizeof text, "? %.1400s\n: 0\nb: 1\n? \"\\u2581\\\n  c\"\n: 2\n", expected);
    check_pieces("v.yml", text, expected);
}
END_TEST

START_TEST(reads_json_objects_and_arrays)
{
    check_pieces("v.json", "{\"b\": 1, \"a\": 0}", "a b");
    check_pieces("v.json", "[\"a\", \"\\u2581b\", \"\\ud83e\\udd84\", \"\\\"\", \"\\/\"]",
                 "a \xE2\x96\x81"
                 "b \xF0\x9F\xA6\x84 \" /");
    check_refused("v.json", "{\"a\": 0, \"b\": 1.5}",
                  "v.json: entry 2: its id is not a number below 2097152");
    check_refused("v.json", "{\"a\": 0, \"b\": -1}",
                  "v.json: entry 2: its id is not a number below 2097152");
    check_refused("v.json", "{\"a\": 0, \"b\": \"1\"}",
                  "v.json: entry 2: its id is not a number below 2097152");
    check_refused("v.json", "[\"a\", 1]", "v.json: entry 2 is not a string");
    check_refused("v.json", "[\"a\", [\"b\"]]", "v.json: entry 2 is not a string");
    check_refused("v.json", "7", "v.json: is not a vocabulary");
    check_refused("v.json", "[]", "v.json: has no pieces");
    check_refused("v.json", "[\"\"]", "v.json: the piece of id 0 is not UTF-8 text");
}
END_TEST

START_TEST(reads_a_piece_a_line)
{
    check_pieces("v.txt", "</s>\n<unk>\na\n", "</s> <unk> a");
    check_pieces("model.src.vocab", "b\r\na\r\n\"c\": 0", "b a \"c\": 0");
    check_refused("v.txt", "a\n\nb\n", "v.txt: the piece of id 1 is not UTF-8 text");
    check_refused("v.txt", "a\nb\tc\n", "v.txt: line 2: holds a tab, not one piece");
    check_refused("v.vocab", "a\nb\t-3.5\n",
                  "v.vocab: line 2: holds a piece and its score: this is the list that "
                  "SentencePiece writes beside a model; give the model, which ends in .model or "
                  ".spm");
    check_refused("v.txt", "a\n\xFF\n", "v.txt: the piece of id 1 is not UTF-8 text");
}
END_TEST

START_TEST(wants_every_id_once)
{
    check_refused("v.yml", "a: 0\nb: 1\nc: 1\n", "v.yml: id 1 is given to two pieces");
    check_refused("v.yml", "a: 0\nb: 2\n",
                  "v.yml: has an id 2, but only 2 pieces: ids must count from 0");
    check_refused("v.yml", "a: 1\nb: 2\n",
                  "v.yml: has an id 2, but only 2 pieces: ids must count from 0");
    check_refused("v.yml", "a: 0\nb: 1\na: 2\n", "v.yml: the piece of id 2 has another id, too");
    check_refused("v.json", "[\"a\", \"b\", \"a\"]",
                  "v.json: the piece of id 2 has another id, too");
    check_refused("v.txt", "a\nb\na\n", "v.txt: the piece of id 2 has another id, too");
}
END_TEST

START_TEST(refuses_yaml_that_is_no_vocabulary)
{
    check_refused("v.yml", "a: b\n", "v.yml: line 1: a piece's id is not a number");
    check_refused("v.yml", "a: 0\nb: -1\n", "v.yml: line 2: a piece's id is not a number");
    check_refused("v.yml", "a: 0\nb: 1.0\n", "v.yml: line 2: a piece's id is not a number");
    check_refused("v.yml", "a: 0\nb: 0x1\n", "v.yml: line 2: a piece's id is not a number");
    check_refused("v.yml", "a: 0\nb:\n", "v.yml: line 2: a piece's id is not a number");
    check_refused("v.yml", "a: 99999999999999999999\n",
                  "v.yml: line 1: a piece's id is not a number");
    check_refused("v.yml", "a: {b: 0}\n", "v.yml: line 1: a piece's id is not a number");
    check_refused("v.yml", "? [a]\n: 0\n", "v.yml: is not a mapping of pieces to ids");
    check_refused("v.yml", "&x a: 0\n*x : 1\n", "v.yml: is not a mapping of pieces to ids");
    check_refused("v.yml", "- a\n- b\n", "v.yml: is not a mapping of pieces to ids");
    check_refused("v.yml", "a\n", "v.yml: is not a mapping of pieces to ids");
    check_refused("v.yml", "a: 0\n---\nb: 0\n", "v.yml: is not a mapping of pieces to ids");
    check_refused("v.yml", "a: 0\n\"\": 1\n", "v.yml: the piece of id 1 is not UTF-8 text");
    check_refused("v.yml", "\"a\\0b\": 0\n", "v.yml: the piece of id 0 is not UTF-8 text");
    check_refused("v.yml", "a: 0\n\xFF: 1\n", "v.yml: line 1: invalid leading UTF-8 octet");
    check_refused("v.yml", "", "v.yml: is empty");
    check_refused("v.yml", "{}", "v.yml: has no pieces");
    check_refused("v.yml", "# nothing\n", "v.yml: is not a mapping of pieces to ids");
}
END_TEST

/* Each would be compared with all before it: minutes, if nobody counted. */
START_TEST(refuses_yaml_with_thousands_of_directives_at_once)
{
    tr_buf text = {0};

    for (int i = 0; i < 200000; i++)
        tr_buf_printf(&text, "%%TAG%c!a%d! tag:x,2000:%d\n", i % 2 ? ' ' : '\t', i, i);
    tr_buf_add_string(&text, "---\na: 0\n");
    check_refused("v.yml", text.data, "v.yml: has too many directives");
    tr_buf_free(&text);
    check_refused("v.yml", "%TAG !a! tag:x:\n---\n</s>: b\n",
                  "v.yml: line 3: a piece's id is not a number");
}
END_TEST

static void check_specials(const char *path, const char *text, int32_t eos, int32_t unk)
{
    tr_vocab v;
    ck_assert_int_eq(read_text(&v, path, text, NULL), 0);
    ck_assert_int_eq(v.eos, eos);
    ck_assert_int_eq(v.unk, unk);
    tr_vocab_free(&v);
}

/* As Marian's DefaultVocab::addRequiredVocabulary() does. */
START_TEST(finds_the_end_and_the_unknown)
{
    check_specials("v.yml", "</s>: 0\n<unk>: 1\na: 2\n", 0, 1);
    check_specials("v.yml", "a: 0\n<unk>: 2\n</s>: 1\n", 1, 2);
    check_specials("v.yml", "eos: 0\nUNK: 1\na: 2\n", 0, 1);
    check_specials("v.json", "{\"eos\": 0, \"UNK\": 1, \"</s>\": 2, \"<unk>\": 3}", 0, 1);
    check_specials("v.yml", "UNK: 0\neos: 1\n<unk>: 2\n", -1, 2);
    check_specials("v.txt", "<unk>\n<s>\n</s>\n", 2, 0);
    check_specials("v.txt", "eos\nUNK\n", -1, -1);
}
END_TEST

/* ---- Files of other programs */

static bool open_fixture(tr_vocab *v, const char *path, int expected, tr_error *err)
{
    tr_file f;
    if (tr_file_map(&f, path, NULL) < 0) {
        fprintf(stderr, "skipped: %s is not there\n", path);
        return false;
    }
    const int rc = tr_vocab_read(v, path, f.data, f.size, err);
    tr_file_unmap(&f);
    ck_assert_msg(rc == expected, "%s: %d", path, rc);
    return true;
}

/* Pieces that marian-decoder got, and its ids. */
static void check_lines(const tr_vocab *v, const char *folder)
{
    char path[256], *pieces = NULL, *ids = NULL;
    size_t pieces_capacity = 0, ids_capacity = 0, n = 0;
    snprintf(path, sizeof path, "%s/input.pieces", folder);
    FILE *p = fopen(path, "r");
    snprintf(path, sizeof path, "%s/input.ids", folder);
    FILE *i = fopen(path, "r");
    ck_assert(p && i);
    while (getline(&pieces, &pieces_capacity, p) >= 0 && getline(&ids, &ids_capacity, i) >= 0) {
        char *id = ids;
        for (char *piece = strtok(pieces, " \n"); piece; piece = strtok(NULL, " \n"), n++) {
            const int32_t found = tr_pieces_find(&v->pieces, piece, strlen(piece));
            ck_assert_int_eq(found < 0 ? v->unk : found, strtol(id, &id, 10));
        }
        ck_assert_str_eq(id + strspn(id, " "), "\n");
    }
    ck_assert_uint_gt(n, 50);
    free(pieces);
    free(ids);
    fclose(p);
    fclose(i);
}

START_TEST(gives_the_ids_that_marian_gives)
{
    static const struct {
        const char *folder, *file;
        int32_t n;
    } cases[] = {
        {"../shared/fixtures/opus-style", "package/opus.spm1k-spm1k.vocab.yml", 1886},
        {"../shared/fixtures/hf-marian-from-opus", "vocab.json", 1887},
        {"../shared/fixtures/pre-swish-separate-vocab", "source.vocab.yml", 1000},
        {"../shared/fixtures/pre-swish-kv-norm", "source.vocab.yml", 1000},
        {"../shared/fixtures/paper-post-relu-bpe", "vocab.yml", 1200},
        {"../shared/fixtures/ssru-student", "vocab.yml", 1104},
        {"../shared/fixtures/malformed/good", "vocab.yml", 300},
        {"../shared/fixtures/malformed/good", "hf/vocab.json", 301},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[256];
        tr_vocab v;
        tr_error err = {0};
        snprintf(path, sizeof path, "%s/%s", cases[i].folder, cases[i].file);
        if (!open_fixture(&v, path, 0, &err)) continue;
        ck_assert_int_eq(v.pieces.n, cases[i].n);
        ck_assert_int_eq(v.eos, 0);
        ck_assert_int_eq(v.unk, 1);
        check_lines(&v, cases[i].folder);
        tr_vocab_free(&v);
    }
}
END_TEST

/* Its README: the end has id 43 311, and config.json says so, too. */
START_TEST(reads_a_published_vocabulary)
{
    tr_vocab v;
    tr_error err = {0};
    if (!open_fixture(&v, "../shared/fixtures/opusmt-fr-en-tokenizer/vocab.json", 0, &err)) return;
    ck_assert_int_eq(v.pieces.n, 53017);
    ck_assert_int_eq(v.eos, 43311);
    ck_assert_str_eq(tr_pieces_text(&v.pieces, v.unk), "<unk>");
    tr_vocab_free(&v);
}
END_TEST

START_TEST(refuses_a_vocabulary_with_one_id_twice)
{
    tr_vocab v;
    tr_error err = {0};
    if (!open_fixture(&v, "../shared/fixtures/malformed/vocab-duplicate-id.yml", TR_EFORMAT, &err))
        return;
    ck_assert_ptr_nonnull(strstr(err.msg, "id 39 is given to two pieces"));
}
END_TEST

UNIT_MAIN("vocab", reads_yaml_however_a_piece_is_quoted, reads_yaml_with_long_pieces,
          reads_json_objects_and_arrays, reads_a_piece_a_line, wants_every_id_once,
          refuses_yaml_that_is_no_vocabulary, refuses_yaml_with_thousands_of_directives_at_once,
          finds_the_end_and_the_unknown, gives_the_ids_that_marian_gives,
          reads_a_published_vocabulary, refuses_a_vocabulary_with_one_id_twice)
