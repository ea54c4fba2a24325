/* moses_join.c - text as detokenizer.perl of Moses (3445289, 2025) writes it. */
#include "text/moses/moses_join.h"

#include <string.h>

#include "unit/unit.h"

static void check_text(const char *language, const char *words, const char *text)
{
    tr_moses m;
    tr_buf line = {0}, out = {0};
    tr_moses_init(&m, language);
    tr_buf_add_string(&line, words);
    tr_moses_join(&m, &line, &out);
    ck_assert(!out.failed);
    ck_assert_str_eq(tr_buf_text(&out), text);
    tr_buf_free(&line);
    tr_buf_free(&out);
}

START_TEST(joins_words_as_moses_does)
{
    static const char *const samples[][3] = {
        {"en", "It &apos;s the dogs &apos; bowl , isn &apos;t it ?",
         "It's the dogs' bowl, isn't it?"},
        {"en", "He said : &quot; Well @-@ known A / B tests cost $ 5,000.50 , or 3,5 % . &quot;",
         "He said: \"Well-known A / B tests cost $5,000.50, or 3,5%.\""},
        {"en", "( See &#91; 1 &#93; &amp; &lt; b &gt; &#124; x )", "(See [1] & < b > | x)"},
        {"en", "&quot; a &quot; and &apos; b &apos; &quot; c", "\"a\" and 'b' \"c"},
        {"en", "&amp;lt; x &amp;amp;", "&lt; x &amp;"},
        {"de", "Das ist &quot; Haus &quot; - 3,5 % .", "Das ist \"Haus\" - 3,5%."},
        {"de", "„ Haus “ , sagte er ; „ ja “ !", "„Haus“, sagte er; „ja“!"},
        {"de", "Ü @-@ Ei @-@ Mann @-@ x", "Ü-Ei-Mann-x"},
        {"fr", "L&apos; ami d&apos; hier n&apos; a pas 5,3 % : &quot; oui &quot; ! Quoi ?",
         "L'ami d'hier n'a pas 5,3 % : \"oui\" ! Quoi ?"},
        {"it", "dell&apos; Italia è qui !", "dell'Italia è qui!"},
        {"cs", "máš - li e - mail 3 , 5 a", "máš-li e-mail 3,5 a"},
        {"cs", "Řekl : „ ano “ .", "Řekl: „ano“."},
        {"fi", "EU : n ja USA : ssa 12 : 30", "EU:n ja USA:ssa 12: 30"},
        {"zh", "你好 , 世界 . 3 @-@ 4 abc 中 文", "你好, 世界. 3-4 abc 中文"},
        {"ko", "안녕 하세요 세계", "안녕 하세요 세계"},
        {"es", "¿ Qué ? ¡ No ! Son 3.000 € , aquí", "¿Qué? ¡No! Son 3.000 €, aquí"},
        {"en", "£ 5 costs &apos;s at", "£5 costs's at"},
        {"en", "the boys &apos; toys &apos; x &apos;", "the boys' toys' x '"},
        {"en", "`` x `` y", "``x`` y"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        check_text(samples[i][0], samples[i][1], samples[i][2]);
}
END_TEST

START_TEST(blanks_and_hyphens_at_the_ends_are_none)
{
    check_text("en", "", "");
    check_text("en", "   ", "");
    check_text("en", " a  b ", "a b");
    check_text("en", "@-@", "-");
    check_text("en", "a @-@", "a-");
    check_text("en", "@-@ a", "-a");
    check_text("en", ", a", ", a");
    check_text("fr", "! a", "! a");
}
END_TEST

START_TEST(unescapes_what_is_there)
{
    char text[] = "&&amp;&am;&bar;&bra;&ket;&apos";
    ck_assert_uint_eq(tr_moses_unescape(text, strlen(text)), 14);
    ck_assert_mem_eq(text, "&&&am;|[]&apos", 14);
}
END_TEST

UNIT_MAIN("moses_join", joins_words_as_moses_does, blanks_and_hyphens_at_the_ends_are_none,
          unescapes_what_is_there)
