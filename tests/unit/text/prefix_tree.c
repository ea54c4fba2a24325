#include "text/prefix_tree.h"

#include <stdio.h>
#include <string.h>

#include "unit/unit.h"

enum { ROOM = 2000, ROOM_BYTES = ROOM * 24 };

/* Pieces as a vocabulary has them: one after the other, each with a NUL. */
typedef struct pieces {
    char text[ROOM_BYTES];
    uint32_t begin[ROOM + 1];
    int32_t n;
} pieces;

static pieces p;

static void set_pieces(const char *const *text, int32_t n)
{
    for (p.n = 0; p.n < n; p.n++) {
        strcpy(p.text + p.begin[p.n], text[p.n]);
        p.begin[p.n + 1] = p.begin[p.n] + (uint32_t)strlen(text[p.n]) + 1;
    }
}

static bool create(tr_prefix_tree *t, int32_t n)
{
    static int32_t ids[ROOM];
    for (int32_t i = 0; i < n; i++)
        ids[i] = i;
    return tr_prefix_tree_create(t, p.text, p.begin, ids, (size_t)n);
}

/* The id of the longest piece that the key begins with, or -1. */
static int32_t longest(const tr_prefix_tree *t, const char *key, size_t len)
{
    const int32_t node = tr_prefix_tree_longest(t, key, len);
    return node < 0 ? -1 : t->nodes[node].id;
}

static int32_t find(const tr_prefix_tree *t, const char *key)
{
    return tr_prefix_tree_find(t, key, strlen(key));
}

START_TEST(finds_pieces_and_their_beginnings)
{
    static const char *const text[] = {"abcd", "ab", "abce", "b", "\xFFxyz"};
    tr_prefix_tree t;
    set_pieces(text, 5);
    ck_assert(create(&t, 5));
    for (int32_t id = 0; id < p.n; id++)
        ck_assert_int_eq(find(&t, text[id]), id);
    static const char *const none[] = {"", "a", "abc", "\xFFxy", "x", "abcf", "abcde", "\xFFxyza"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        ck_assert_int_eq(find(&t, none[i]), -1);
    ck_assert_int_eq(tr_prefix_tree_find(&t, "b\0b", 3), -1);
    ck_assert_int_eq(tr_prefix_tree_find(&t, "b\0", 2), -1);
    ck_assert_int_eq(tr_prefix_tree_find(&t, "\xFFxyz\0", 5), -1);
    ck_assert_int_eq(longest(&t, "b\0b", 3), 3);
    ck_assert_int_eq(longest(&t, "abcde", 5), 0);
    ck_assert_int_eq(longest(&t, "abcf", 4), 1);
    ck_assert_int_eq(longest(&t, "abcd", 3), 1);
    ck_assert_int_eq(longest(&t, "a", 1), -1);
    ck_assert_int_eq(longest(&t, "\xFFxy", 3), -1);
    tr_prefix_tree_free(&t);
}
END_TEST

/* Pieces that share the 8 bytes of a key, and some of them the next 8. */
START_TEST(tells_long_pieces_apart)
{
    static const char *const text[] = {
        "abcdefgh", "abcdefghijklmnopq", "abcdefghi",          "abcdefghijklmnop",
        "abcdefg",  "abcdefghijklmnopz", "abcdefghijklmno\xFF"};
    tr_prefix_tree t;
    set_pieces(text, 7);
    ck_assert(create(&t, 7));
    for (int32_t id = 0; id < p.n; id++)
        ck_assert_int_eq(find(&t, text[id]), id);
    static const int32_t of_length[] = {-1, -1, -1, -1, -1, -1, -1, 4, 0,
                                        2,  2,  2,  2,  2,  2,  2,  3, 3};
    for (size_t len = 0; len < sizeof of_length / sizeof *of_length; len++)
        ck_assert_int_eq(longest(&t, "abcdefghijklmnopr", len), of_length[len]);
    ck_assert_int_eq(longest(&t, "abcdefghhhhhhhhhhhh", 17), 0);
    ck_assert_int_eq(longest(&t, "abcdefgh\0\0\0\0", 12), 0);
    int32_t node = tr_prefix_tree_longest(&t, text[5], strlen(text[5]));
    static const int32_t shorter[] = {5, 3, 2, 0, 4};
    for (size_t i = 0; i < sizeof shorter / sizeof *shorter; i++, node = t.nodes[node].parent)
        ck_assert_int_eq(t.nodes[node].id, shorter[i]);
    ck_assert_int_eq(node, -1);
    tr_prefix_tree_free(&t);
}
END_TEST

/* True if the last of these pieces, which is the same as another one, is refused. */
static void check_twice(const char *const *text, int32_t n)
{
    tr_prefix_tree t;
    set_pieces(text, n);
    ck_assert(create(&t, n - 1));
    tr_prefix_tree_free(&t);
    ck_assert(!create(&t, n));
}

START_TEST(refuses_a_piece_that_is_there)
{
    check_twice((const char *const[]){"abc", "abc"}, 2);
    check_twice((const char *const[]){"abc", "abd", "abc"}, 3);
    check_twice((const char *const[]){"abc", "ab", "ab"}, 3);
    check_twice((const char *const[]){"ab", "abc", "a", "ab"}, 4);
    check_twice((const char *const[]){"a", "a"}, 2);
    check_twice((const char *const[]){"abcdefgh", "abcdefghi", "abcdefgh"}, 3);
    check_twice((const char *const[]){"abcdefghijklmnop", "abcdefgh", "abcdefghijklmnop"}, 3);
}
END_TEST

/* A tree of no piece at all is one. */
START_TEST(holds_nothing)
{
    tr_prefix_tree t;
    ck_assert(create(&t, 0));
    ck_assert_int_eq(longest(&t, "abc", 3), -1);
    ck_assert_int_eq(find(&t, ""), -1);
    tr_prefix_tree_free(&t);
}
END_TEST

/* The answer without a tree. */
static int32_t longest_of_all(const char *key, size_t len)
{
    int32_t found = -1;
    size_t most = 0;
    for (int32_t id = 0; id < p.n; id++) {
        const size_t n = p.begin[id + 1] - p.begin[id] - 1;
        if (n > len || n <= most || memcmp(p.text + p.begin[id], key, n) != 0) continue;
        found = id;
        most = n;
    }
    return found;
}

/* Pieces that begin alike by hundreds, so that each way of sorting has its turn; and all of their
 * beginnings, and what goes on after them. */
START_TEST(finds_one_of_many)
{
    enum { MANY = 1500 };
    tr_prefix_tree t;
    for (p.n = 0; p.n < MANY; p.n++)
        p.begin[p.n + 1] = p.begin[p.n] + 1 +
                           (uint32_t)sprintf(p.text + p.begin[p.n], "%s%x",
                                             p.n % 3 ? "beginning" : "", p.n * 7919);
    ck_assert(create(&t, p.n));
    for (int32_t id = 0; id < p.n; id += 7) {
        char key[40];
        const int len = sprintf(key, "%s4", p.text + p.begin[id]);
        ck_assert_int_eq(find(&t, p.text + p.begin[id]), id);
        for (size_t n = 0; n <= (size_t)len; n++)
            ck_assert_int_eq(longest(&t, key, n), longest_of_all(key, n));
    }
    for (size_t i = 1; i < t.n; i++)
        ck_assert(strcmp(p.text + p.begin[t.nodes[i - 1].id], p.text + p.begin[t.nodes[i].id]) < 0);
    tr_prefix_tree_free(&t);
}
END_TEST

UNIT_MAIN("prefix_tree", finds_pieces_and_their_beginnings, tells_long_pieces_apart,
          refuses_a_piece_that_is_there, holds_nothing, finds_one_of_many)
