/* moses_words.c - words as tokenizer.perl -a of Moses cuts them (3445289, 2025).  sacremoses 0.2.0
 * cuts them alike, but for Finnish and Somali, whose rules it has not. */
#include "text/moses/moses_words.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "unit/unit.h"

/* The words of a text; of `with_places`, each as word[begin,end). */
static void check_words(const tr_moses *m, const char *text, bool with_places, const char *words)
{
    tr_cells t = {0};
    tr_buf got = {0};
    tr_cells_read(&t, text, strlen(text));
    tr_moses_cut(m, &t);
    ck_assert(!t.failed);
    for (size_t i = 0, first = 0; i < t.n; i++) {
        char c[4];
        tr_buf_add(&got, c, tr_utf8_encode(t.cell[i].c, c));
        if (t.cell[i].c == ' ') first = i + 1;
        if (with_places && (i + 1 == t.n || t.cell[i + 1].c == ' '))
            tr_buf_printf(&got, "[%zu,%zu)", t.cell[first].begin, t.cell[i].end);
    }
    ck_assert_str_eq(tr_buf_text(&got), words);
    tr_buf_free(&got);
    tr_cells_free(&t);
}

START_TEST(languages_are_bcp_47)
{
    tr_moses m;
    tr_moses_init(&m, "fr-CA");
    check_words(&m, "l'ami", false, "l' ami");
    tr_moses_init(&m, "mul"); /* apostrophes of no language, abbreviations of English */
    check_words(&m, "l'ami of Mr. X", false, "l ' ami of Mr. X");
    tr_moses_init(&m, "");
    check_words(&m, "l'ami of Mr. X", false, "l ' ami of Mr. X");
    tr_moses_init(&m, "de-Latn-x-long");
    check_words(&m, "am 3. Mai", false, "am 3. Mai");
}
END_TEST

START_TEST(flags_leave_hyphens_and_marks)
{
    tr_moses m;
    tr_moses_init(&m, "en");
    check_words(&m, "A-b & [c]", false, "A-b & [ c ]");
    m.hyphens = true;
    check_words(&m, "A-b & [c]", false, "A @-@ b & [ c ]");
    m.hyphens = false;
    m.escape = true;
    check_words(&m, "A-b & [c]", false, "A-b &amp; &#91; c &#93;");
}
END_TEST

/* Bytes counted by hand. */
START_TEST(words_have_the_places_of_their_bytes)
{
    tr_moses m;
    tr_moses_init(&m, "en");
    m.hyphens = m.escape = m.punctuation = true;
    check_words(&m, "It's  \xE2\x80\x9Cwell-\xC3\xA4\xE2\x80\x9D.", true,
                "It[0,2) &apos;s[2,4) &quot;[6,9) well[9,13) @-@[13,14) \xC3\xA4[14,16) "
                ".[16,20) &quot;[16,20)");
    check_words(&m, "a...b\xE2\x80\xA6", true, "a[0,1) ...[1,4) b[4,5) ...[5,8)");
    check_words(&m, "x\xC2\xA0y", true, "x[0,1) y[3,4)");
    check_words(&m, " \t", true, "");
    check_words(&m, "", true, "");
}
END_TEST

UNIT_MAIN("moses_words", languages_are_bcp_47, flags_leave_hyphens_and_marks,
          words_have_the_places_of_their_bytes)
