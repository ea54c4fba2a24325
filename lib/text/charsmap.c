#include "text/charsmap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/utf8.h"

enum {
    MAX_RULES = 32,        /* nested rules: Normalizer::kMaxTrieResultsSize, a table on its stack */
    MAX_DEPTH = 255,       /* bytes of a rule; bounds the recursion here */
    MAX_REPLACEMENT = 1024 /* bytes; the longest of NFKC has 33 */
};

/* State of a unit: UNSEEN, OPEN while its children are looked at, or how many rules end
 * on the longest way below it, plus DONE. */
enum { UNSEEN, OPEN, DONE };

typedef struct trie {
    const unsigned char *units; /* u32 [n], unaligned */
    size_t n;
    const char *text; /* replacements [text_size] */
    size_t text_size;
    /* Children by the base they hang on, as lists: the first, and the next of each; 0 is none,
     * else index + 1.  Looking through all 256 places of every base takes milliseconds. */
    uint32_t *first, *next; /* [n] */
    unsigned char *state;   /* [n] */
    size_t longest;
    const char *wrong; /* the first thing found wrong */
} trie;

static uint32_t trie_unit(const trie *t, size_t i)
{
    return tr_load_u32(t->units + 4 * i);
}

static bool check_replacement(trie *t, size_t at)
{
    const char *const end =
        at < t->text_size ? memchr(t->text + at, '\0', t->text_size - at) : NULL;
    const size_t len = end ? (size_t)(end - (t->text + at)) : 0;
    if (!end)
        t->wrong = "a replacement lies outside it";
    else if (len > MAX_REPLACEMENT)
        t->wrong = "a replacement is longer than 1024 bytes";
    else if (!tr_utf8_valid(t->text + at, len))
        t->wrong = "a replacement is not UTF-8";
    else if (len > t->longest)
        t->longest = len;
    return !t->wrong;
}

/* A unit with label c is the child of base b when it stands at b ^ c, so its base is told by
 * where it stands.  Values have the highest bit, which no label has. */
static void list_children(trie *t)
{
    for (size_t i = 0; i < t->n; i++) {
        const uint32_t unit = trie_unit(t, i);
        if (unit & 0x80000000) continue;
        const size_t base = i ^ (unit & 0xFF);
        if (base >= t->n) continue;
        t->next[i] = t->first[base];
        t->first[base] = (uint32_t)(i + 1);
    }
}

/* Follows every way down from unit `at`; returns how many rules end on the longest of them, or -1.
 * Units may be shared by several parents (the builder merges equal ends) but not form a circle. */
static int walk(trie *t, size_t at, int depth)
{
    if (t->state[at] >= DONE) return t->state[at] - DONE;
    if (t->state[at] == OPEN) t->wrong = "its units form a circle";
    if (depth > MAX_DEPTH) t->wrong = "a rule is longer than 255 bytes";
    const uint32_t unit = trie_unit(t, at);
    const size_t base = at ^ (size_t)(unit >> 10) << ((unit & 1U << 9) >> 6);
    /* Children stand at base ^ byte, and a look-up reads that before it knows if there is one. */
    if ((base | 0xFF) >= t->n) t->wrong = "a unit points outside it";
    if (t->wrong) return -1;
    t->state[at] = OPEN;

    const bool ends_rule = at > 0 && unit & 1U << 8;
    if (ends_rule && !check_replacement(t, trie_unit(t, base) & 0x7FFFFFFF)) return -1;
    int most = 0;
    for (size_t child = t->first[base]; child > 0; child = t->next[child - 1]) {
        const int n = walk(t, child - 1, depth + 1);
        if (n < 0) return -1;
        if (n > most) most = n;
    }
    most += ends_rule;
    if (most > MAX_RULES) {
        t->wrong = "more than 32 rules start the same way";
        return -1;
    }
    t->state[at] = (unsigned char)(DONE + most);
    return most;
}

int tr_charsmap_check(const void *map, size_t size, size_t *longest, const char *name,
                      tr_error *err)
{
    const unsigned char *const bytes = map;
    const size_t trie_size = size > 4 ? tr_load_u32(bytes) : 0;
    if (size <= 4 || trie_size % 4 || trie_size < 4 * 256 || trie_size > size - 4)
        return tr_fail(err, TR_EFORMAT, "%s: the normalisation rules are cut short", name);
    trie t = {.units = bytes + 4, .n = trie_size / 4, .longest = *longest};
    t.text = (const char *)bytes + 4 + trie_size;
    t.text_size = size - 4 - trie_size;
    t.first = calloc(t.n, 2 * sizeof *t.first);
    t.state = calloc(t.n, 1);
    const bool ready = t.first && t.state;
    if (ready) {
        t.next = t.first + t.n;
        list_children(&t);
        walk(&t, 0, 0);
    }
    free(t.first);
    free(t.state);
    if (!ready) return tr_fail_memory(err);
    if (t.wrong)
        return tr_fail(err, TR_EFORMAT, "%s: the table of normalisation rules is damaged: %s", name,
                       t.wrong);
    *longest = t.longest;
    return TR_OK;
}
