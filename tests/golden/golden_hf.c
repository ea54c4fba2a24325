/* golden_hf.c - Hugging Face directories: forced scores, ids of texts, and a BART's own reference.
 */
#define _XOPEN_SOURCE 700 /* realpath() belongs to POSIX's XSI option */
#include <dirent.h>
#include <sys/stat.h>

#include "golden.h"

/* The ids of a text's pieces, as the fixture's input.ids has them. */
static bool has_ids(const tr_model *m, const char *text, const char *ids)
{
    tr_tokens *tokens;
    tr_error err;
    char *end;
    size_t i = 0;

    if (tr_tokenize(m, TR_SOURCE, text, strlen(text), &tokens, &err)) return false;
    for (long id = strtol(ids, &end, 10); end != ids; id = strtol(ids, &end, 10), i++) {
        if (i >= tokens->n || tokens->token[i].id != id) break;
        ids = end;
    }
    const bool same = i == tokens->n && !*ids;
    tr_tokens_free(tokens);
    return same;
}

static void check_texts(const char *folder, const tr_model *m)
{
    char *text[GOLDEN_MAX_LINES], *ids[GOLDEN_MAX_LINES];
    const size_t n = golden_lines(golden_path(folder, "input.txt"), text);
    const size_t n_ids = golden_lines(golden_path(folder, "input.ids"), ids);
    size_t same = 0;

    for (size_t i = 0; i < n && n == n_ids; i++)
        same += has_ids(m, text[i], ids[i]);
    tap_ok(n > 0 && same == n, "%s/input.ids: %zu of %zu lines have these ids", folder, same, n);
    golden_free_lines(text, n);
    golden_free_lines(ids, n_ids);
}

static void check_marian(const char *folder)
{
    tr_model *m = golden_import(folder, ".", NULL, NULL, "float32");
    for (size_t i = 0; m && golden_next_cpu(&i);)
        golden_forced(folder, "forced.tsv", m);
    if (m) check_texts(folder, m);
    tr_model_close(m);
}

/* ---- BART --------------------------------------------------------------------------------- */

/* The symbols that ids are the places of, which config.json has. */
static bool read_symbols(const char *folder, char *symbols, size_t size)
{
    static const char key[] = "\"grapheme_chars\": \"";
    FILE *f = fopen(golden_path(folder, "config.json"), "r");
    char *line = NULL;

    while (f && (line = golden_next_line(f))) {
        char *at = strstr(line, key);
        if (!at) continue;
        snprintf(symbols, size, "%s", at + sizeof key - 1);
        symbols[strcspn(symbols, "\"")] = '\0';
        break;
    }
    if (f) fclose(f);
    return line != NULL;
}

static void spell(const char *word, const char *symbols, char *ids, size_t size)
{
    size_t n = 0;

    for (; *word && n < size; word++)
        n += (size_t)snprintf(ids + n, size - n, "%s%td", n ? " " : "",
                              strchr(symbols, *word) - symbols);
}

/* greedy-reference.tsv: word, output, its ids, log-probability to four digits. */
static void check_greedy(const char *folder, const char *type, size_t least)
{
    char symbols[128], ids[1024], *line;
    tr_model *m = golden_import(folder, ".", NULL, NULL, type);
    tr_session *s = m ? golden_session(m, 1, 0, TR_IDS, TR_IDS) : NULL;
    FILE *f = fopen(golden_path(folder, "greedy-reference.tsv"), "r");
    const bool good = s && f && read_symbols(folder, symbols, sizeof symbols);
    size_t n = 0, same = 0;
    double worst = 0;

    while (good && (line = golden_next_line(f))) {
        if (*line == '#') continue;
        const char *word = strtok(line, "\t");
        strtok(NULL, "\t");
        const char *expected = strtok(NULL, "\t"), *score = strtok(NULL, "\t");
        const tr_translation *t;
        spell(word, symbols, ids, sizeof ids);
        n++;
        if (tr_translate(s, ids, strlen(ids), &t, NULL) ||
            strcmp(t->hypotheses[0].text, expected) != 0)
            continue;
        worst = fmax(worst, fabs((double)t->hypotheses[0].log_probability - atof(score)));
        same++;
    }
    tap_ok(n > 1000 && same >= least && (type[0] == 'i' || worst <= 2e-4),
           "%s, %s: %zu of %zu words have the reference's output, largest difference of a score "
           "%.2g",
           folder, type, same, n, worst);
    if (f) fclose(f);
    tr_session_free(s);
    tr_model_close(m);
}

/* ---- Damaged files ------------------------------------------------------------------------ */

/* A directory of links to the files of a good one, but for its weights. */
static bool link_files(const char *folder, const char *weights)
{
    static const char *const names[] = {"config.json", "generation_config.json",
                                        "vocab.json",  "source.spm",
                                        "target.spm",  "tokenizer_config.json"};
    char from[1024], to[1024];
    char *const root = realpath(golden_path("malformed", "."), NULL);
    bool good = root && mkdir(folder, 0755) == 0;

    if (!root) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(from, sizeof from, "%s/good/hf/%s", root, names[i]);
        snprintf(to, sizeof to, "%s/%s", folder, names[i]);
        good = good && symlink(from, to) == 0;
    }
    snprintf(from, sizeof from, "%s/%s", root, weights);
    snprintf(to, sizeof to, "%s/model.safetensors", folder);
    free(root);
    return good && symlink(from, to) == 0;
}

static void remove_files(const char *folder)
{
    char path[1024];
    DIR *dir = opendir(folder);

    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path);
    }
    if (dir) closedir(dir);
    rmdir(folder);
}

static void check_refused(const char *weights, const char *sentence)
{
    char folder[600];
    tr_convert_options o;
    tr_error err = {0};

    snprintf(folder, sizeof folder, "%s.hf", golden_temporary);
    const bool linked = link_files(folder, weights);
    tr_convert_options_init(&o);
    o.input = folder;
    o.output = golden_temporary;
    o.source_language = "en";
    o.target_language = "de";
    const int rc = linked ? tr_convert(&o, &err) : 0;
    tap_ok(rc == TR_EFORMAT && strstr(err.msg, sentence) && access(golden_temporary, F_OK) != 0,
           "%s: %s", weights, err.msg);
    unlink(golden_temporary);
    remove_files(folder);
}

int main(void)
{
    if (!golden_start("golden tests of Hugging Face directories")) return tap_done();
    check_marian("hf-marian-from-paper");
    check_marian("hf-marian-from-opus");
    check_greedy("g2p-bart-en-us", "float32", 1007);
    check_greedy("g2p-bart-en-us", "int8", 970);
    tr_model *m = golden_import("malformed/good", "hf", NULL, NULL, "float32");
    if (m) check_texts("malformed/good", m);
    tr_model_close(m);
    check_refused("safetensors-out-of-range.safetensors",
                  "tensor model.shared.weight: lies beyond the end of the file");
    check_refused("safetensors-header-length.safetensors", "is cut short");
    return tap_done();
}
