/*
 * fixtures.c - writes small models of every kind that translate converts into the folder that
 * $FIXTURES names, for fail.c.  Its makers are those of the unit tests, so that it is a suite of
 * one test.
 */
#define _POSIX_C_SOURCE 200809L
#include <sys/stat.h>
#include <zlib.h>

#include "make/make_ct2_model.h"
#include "make/make_hf.h"
#include "make/make_marian.h"

static char path[SCRATCH_PATH];

/* "NAME" in the folder; its own folders are made. */
static const char *in(const char *name)
{
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(path, sizeof path, "%s/%.*s", getenv("FIXTURES"), (int)(slash - name), name);
        mkdir(path, 0700);
    }
    snprintf(path, sizeof path, "%s/%s", getenv("FIXTURES"), name);
    return path;
}

static void write_text(const char *name, const char *text)
{
    write_file(in(name), text, strlen(text));
}

static void write_marian_fixture(void)
{
    write_marian(in("marian/model.npz"), &marian_small);
    write_vocab(in("marian/vocab.spm"), 9, false);
}

/* With a shortlist, whose words are letters. */
static void write_bergamot(void)
{
    marian_spec spec = marian_small;

    spec.form = MARIAN_INTGEMM8;
    spec.ssru = true;
    write_marian(in("bergamot/model.bin"), &spec);
    write_vocab(in("bergamot/vocab.spm"), 9, false);
    write_text("bergamot/lex.s2t", "d e 0.5\ne d 0.4\nf g 0.25\ng h 1e-1\nh i 0.125\n");
    write_text("bergamot/config.yml", "relative-paths: true\nmodels: [model.bin]\n"
                                      "vocabs: [vocab.spm, vocab.spm]\n"
                                      "shortlist: [lex.s2t, 3, 2, 0]\nbeam-size: 2\n"
                                      "normalize: 1.0\n");
}

static void write_packed(const char *name, const char *from)
{
    size_t n;
    char *bytes = read_file(in(from), &n);
    gzFile f = gzopen(in(name), "wb");

    ck_assert_int_eq(gzwrite(f, bytes, (unsigned)n), (int)n);
    ck_assert_int_eq(gzclose(f), Z_OK);
    free(bytes);
}

static void write_firefox(void)
{
    write_packed("firefox/model.ende.intgemm8.bin.gz", "bergamot/model.bin");
    write_packed("firefox/vocab.ende.spm.gz", "bergamot/vocab.spm");
    write_text("firefox/metadata.json", "{\"name\": \"ende\"}");
}

static const char *const opus_names[] = {"opus.npz",      "decoder.yml", "opus.vocab.yml",
                                         "preprocess.sh", "README.md",   "LICENSE",
                                         "source.spm",    "target.spm"};

/* A text that is compressed. */
static void write_packed_text(void)
{
    write_text("plain", "de de. fg hd.\n\nhi gf fed\n");
    write_packed("text.gz", "plain");
}

static void write_opus(void)
{
    write_marian(in("opus/opus.npz"), &marian_small);
    write_text("opus/decoder.yml", "models: [opus.npz]\n"
                                   "vocabs: [opus.vocab.yml, opus.vocab.yml]\n"
                                   "beam-size: 4\nnormalize: 0.5\n");
    write_text("opus/opus.vocab.yml",
               "</s>: 0\n<unk>: 1\n\"\\u2581\": 2\nd: 3\ne: 4\n'>>fra<<': 5\n'>>deu<<': 6\n"
               "h: 7\ni: 8\n");
    write_text("opus/preprocess.sh", "sed 's/\\p{C}//g'\n");
    write_text("opus/README.md", "* source language(s): eng\n* target language(s): fra deu\n");
    write_text("opus/LICENSE", "Attribution 4.0 International\n");
    write_vocab(in("opus/source.spm"), 6, false);
    write_vocab(in("opus/target.spm"), 5, true);
}

static void write_opus_archive(void)
{
    zip_maker z = {.method = 8};

    for (size_t i = 0; i < sizeof opus_names / sizeof *opus_names; i++) {
        char name[100], member[100];
        size_t n;
        snprintf(name, sizeof name, "opus/%s", opus_names[i]);
        snprintf(member, sizeof member, "opus-2020-02-26/%s", opus_names[i]);
        char *bytes = read_file(in(name), &n);
        zip_add(&z, member, bytes, n);
        free(bytes);
    }
    zip_end(&z, "");
    write_file(in("opus.zip"), z.bytes.data, z.bytes.len);
    tr_buf_free(&z.bytes);
}

static void write_in_folder(void *ctx, const char *name, const void *bytes, size_t n)
{
    char full[100];

    snprintf(full, sizeof full, "%s/%s", (const char *)ctx, name);
    write_file(in(full), bytes, n);
}

static void write_ct2(void)
{
    make_ct2_files(&ct2_small, write_in_folder, (char[]){"ct2"});
    write_vocab(in("ct2/sentencepiece.model"), 5, false);
}

static void add_in_package(void *ctx, const char *name, const void *bytes, size_t n)
{
    char member[100];

    snprintf(member, sizeof member, "translate-en_de-1_0/model/%s", name);
    zip_add(ctx, member, bytes, n);
}

static void write_argos(void)
{
    static const char metadata[] =
        "{\"package_version\": \"1.0\", \"argos_version\": \"1.1\", \"from_code\": \"en\","
        " \"from_name\": \"English\", \"to_code\": \"de\", \"to_name\": \"German\"}";
    zip_maker z = {.method = 8};
    size_t n;

    char *spm = read_file(in("ct2/sentencepiece.model"), &n);
    zip_add(&z, "translate-en_de-1_0/metadata.json", metadata, sizeof metadata - 1);
    zip_add(&z, "translate-en_de-1_0/sentencepiece.model", spm, n);
    make_ct2_files(&ct2_small, add_in_package, &z);
    zip_end(&z, "");
    write_file(in("x.argosmodel"), z.bytes.data, z.bytes.len);
    tr_buf_free(&z.bytes);
    free(spm);
}

static void write_hf(void)
{
    hf_maker m;

    hf_open(&m, "marian");
    m.vocab = 10;
    hf_set(&m.config, "vocab_size", "10");
    hf_set(&m.config, "pad_token_id", "9");
    hf_set(&m.config, "decoder_start_token_id", "9");
    hf_set(&m.config, "eos_token_id", "0");
    hf_set(&m.config, "bos_token_id", "0");
    hf_set(&m.config, "bad_words_ids", "[[9]]");
    m.zero_end = "model.shared.weight final_logits_bias";
    m.bias = true;
    hf_write(&m);
    hf_write_text(&m.dir, "vocab.json",
                  "{\"</s>\": 0, \"<unk>\": 1, \"a\": 4, \"b\": 2, \"\xE2\x96\x81\": 3, \"c\": 5,"
                  " \"d\": 6, \"e\": 7, \"f\": 8, \"<pad>\": 9}");
    hf_write_spm(&m.dir, "source.spm");
    hf_write_spm(&m.dir, "target.spm");
    hf_write_text(&m.dir, "tokenizer_config.json",
                  "{\"source_lang\": \"en\", \"target_lang\": \"de\"}");
    hf_write_text(&m.dir, "generation_config.json", "{\"num_beams\": 7}");
    ck_assert_int_eq(rename(m.dir.folder, in("hf")), 0);
}

static void copy_data(const char *name, const char *from)
{
    char source[128];
    size_t n;

    snprintf(source, sizeof source, "tests/data/%s", from);
    char *bytes = read_file(source, &n);
    write_file(in(name), bytes, n);
    free(bytes);
}

/* PyTorch's weights in both forms, fairseq's, and T5 as llama.cpp has it. */
static void write_others(void)
{
    static const char *const forms[] = {"zip", "old"};
    char name[64], from[64];

    for (size_t i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "torch-%s/config.json", forms[i]);
        copy_data(name, "torch/config.json");
        snprintf(name, sizeof name, "torch-%s/pytorch_model.bin", forms[i]);
        snprintf(from, sizeof from, "torch/%s.bin", forms[i]);
        copy_data(name, from);
    }
    copy_data("llama/t5/q8.gguf", "t5/gguf/q8.gguf");
    copy_data("fairseq/model.pt", "fairseq/wmt/model.pt");
    copy_data("fairseq/dict.en.txt", "fairseq/wmt/dict.en.txt");
    copy_data("fairseq/dict.de.txt", "fairseq/wmt/dict.de.txt");
}

/* ---- Documents ---- */

typedef struct member {
    const char *name, *text;
} member;

/* An archive of members, up to NULL; the first is stored. */
static void write_package(const char *name, const member *m)
{
    zip_maker z = {.method = 0};

    for (; m->name; m++) {
        zip_add(&z, m->name, m->text, strlen(m->text));
        z.method = 8;
    }
    zip_end(&z, "");
    write_file(in(name), z.bytes.data, z.bytes.len);
    tr_buf_free(&z.bytes);
}

#define TYPES "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>"
#define TYPE(part, type)                                                                           \
    "<Override PartName='" part                                                                    \
    "' ContentType='application/vnd.openxmlformats-officedocument." type "+xml'/>"

static void write_office(void)
{
    write_package(
        "page.docx",
        (member[]){{"[Content_Types].xml",
                    TYPES TYPE("/word/document.xml", "wordprocessingml.document.main") "</Types>"},
                   {"word/document.xml",
                    "<w:document xmlns:w='http://schemas.openxmlformats.org/"
                    "wordprocessingml/2006/main'><w:body><w:p><w:r><w:t>de fg.</w:t>"
                    "</w:r></w:p><w:p><w:r><w:t>hi</w:t></w:r></w:p></w:body>"
                    "</w:document>"},
                   {"word/a.png", "no text"},
                   {NULL, NULL}});
    write_package(
        "page.xlsx",
        (member[]){{"[Content_Types].xml",
                    TYPES TYPE("/xl/workbook.xml", "spreadsheetml.sheet.main")
                        TYPE("/xl/sharedStrings.xml", "spreadsheetml.sharedStrings") "</Types>"},
                   {"xl/workbook.xml", "<workbook/>"},
                   {"xl/sharedStrings.xml", "<sst xmlns='http://schemas.openxmlformats.org/"
                                            "spreadsheetml/2006/main'><si><t>de fg</t></si></sst>"},
                   {NULL, NULL}});
}

static void write_open_document(void)
{
    write_package(
        "page.odt",
        (member[]){{"mimetype", "application/vnd.oasis.opendocument.text"},
                   {"content.xml",
                    "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:"
                    "office:1.0' xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'>"
                    "<office:body><office:text><text:p>de fg.</text:p><text:p>hi</text:p>"
                    "</office:text></office:body></office:document-content>"},
                   {NULL, NULL}});
}

static void write_book(void)
{
    write_package(
        "page.epub",
        (member[]){{"mimetype", "application/epub+zip"},
                   {"META-INF/container.xml",
                    "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'>"
                    "<rootfiles><rootfile full-path='a.opf'"
                    " media-type='application/oebps-package+xml'/></rootfiles></container>"},
                   {"a.opf", "<package xmlns='http://www.idpf.org/2007/opf'><manifest><item id='a'"
                             " href='a.xhtml' media-type='application/xhtml+xml'/></manifest>"
                             "<spine><itemref idref='a'/></spine></package>"},
                   {"a.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>de fg</p>"
                               "<p>hi <b>de</b>.</p></body></html>"},
                   {NULL, NULL}});
}

START_TEST(all)
{
    write_office();
    write_open_document();
    write_book();
    write_marian_fixture();
    write_bergamot();
    write_firefox();
    write_packed_text();
    write_opus();
    write_opus_archive();
    write_ct2();
    write_argos();
    write_hf();
    write_others();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fixtures");
    TCase *tcase = tcase_create("fixtures");

    tcase_add_test(tcase, all);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    setenv("TMPDIR", getenv("FIXTURES"), 1);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_SILENT);
    const int failed = srunner_ntests_failed(runner);
    if (failed) srunner_print(runner, CK_NORMAL);
    srunner_free(runner);
    return failed != 0;
}
