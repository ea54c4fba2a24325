#include "hub_gguf.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Types of weights that convert reads, the best first. */
static const char *const types[] = {"q8_0", "f16",  "fp16", "bf16",
                                    "f32",  "fp32", "int8", "float32"};

static bool is_letter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* True if a name has the word, with nothing of a word before or behind it; capitals aside. */
static bool has_word(const char *name, const char *word)
{
    const size_t n = strlen(word);

    for (const char *p = name; *p; p++)
        if ((p == name || !is_letter(p[-1])) && !strncasecmp(p, word, n) && !is_letter(p[n]) &&
            p[n] != '_')
            return true;
    return false;
}

/* The number of the type that the name tells; the number of types for a name that tells none. */
static size_t rank_of(const char *name)
{
    size_t i = 0;

    while (i < sizeof types / sizeof *types && !has_word(name, types[i]))
        i++;
    return i;
}

/* q4_k_m, Q5_1, iq3_xxs, q6k: a type of fewer bits. */
static bool is_of_few_bits(const char *name)
{
    for (const char *p = name; *p; p++) {
        const char *const q = p + (*p == 'i' || *p == 'I');
        if (p > name && is_letter(p[-1])) continue;
        if ((*q == 'q' || *q == 'Q') && q[1] >= '1' && q[1] <= '6' &&
            (!q[2] || strchr("_kK.-", q[2])))
            return true;
    }
    return false;
}

static bool is_shard(const char *name)
{
    const char *const of = strstr(name, "-of-");
    return of && of[4] >= '0' && of[4] <= '9';
}

static bool is_gguf(const hub_file *f)
{
    return hub_name_ends(f->name, ".gguf");
}

bool hub_has_gguf(const hub_repository *r)
{
    for (size_t i = 0; i < r->n_files; i++)
        if (is_gguf(&r->files[i])) return true;
    return false;
}

/* The file of the best type that convert may read; of several, the first in the order of names. */
static const hub_file *find_best(const hub_repository *r)
{
    const hub_file *best = NULL;

    for (size_t i = 0; i < r->n_files; i++) {
        const hub_file *const f = &r->files[i];
        if (!is_gguf(f) || is_of_few_bits(f->name) || is_shard(f->name) || !f->size) continue;
        const size_t rank = rank_of(f->name), old = best ? rank_of(best->name) : 0;
        if (!best || rank < old || (rank == old && strcmp(f->name, best->name) < 0)) best = f;
    }
    return best;
}

const char *hub_choose_gguf(hub_choice *c, const hub_repository *r, const hub_file *wanted)
{
    const hub_file *const f = wanted ? wanted : find_best(r);

    if (f && is_shard(f->name))
        return "its GGUF file is cut into several, which convert does not read: llama.cpp's "
               "llama-gguf-split --merge makes one";
    if (!f || is_of_few_bits(f->name))
        return "its GGUF files have weights of too few bits: convert reads those of Q8_0, F16, "
               "BF16 and F32";
    c->gguf = c->input = f;
    hub_choice_add(c, f);
    return NULL;
}

const char *hub_read_gguf(hub_choice *c, const char *bytes, size_t len)
{
    static const char key[] = "\x14\0\0\0\0\0\0\0general.architecture\x08\0\0\0";
    enum { HEADER = 24, AT = HEADER + sizeof key - 1 };
    const unsigned char *const size = (const unsigned char *)bytes + AT;

    if (len < 4 || memcmp(bytes, "GGUF", 4) != 0) return "its .gguf is no GGUF file";
    if (len < AT + 8 || memcmp(bytes + HEADER, key, sizeof key - 1) != 0 || size[0] > 40 ||
        (size_t)AT + 8 + size[0] > len)
        return "its .gguf does not tell its architecture first, as llama.cpp's files do";
    const char *const name = bytes + AT + 8;
    if (size[0] == 2 && !memcmp(name, "t5", 2)) return NULL;
    if (size[0] == 3 && !memcmp(name, "nmt", 3)) {
        c->format = "gguf";
        return NULL;
    }
    snprintf(c->why, sizeof c->why,
             "its .gguf is of the architecture '%.*s', and convert reads t5 alone: a model with an "
             "encoder and a decoder is needed",
             (int)size[0], name);
    for (char *p = c->why; *p; p++)
        if (*p < ' ' || *p > '~') *p = '?';
    return c->why;
}
