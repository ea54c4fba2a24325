/* moses_words.c - words as tokenizer.perl -a of Moses cuts them (3445289, 2025).  sacremoses 0.2.0
 * cuts them alike, but for Finnish and Somali, whose rules it has not. */
#include "text/moses/moses_words.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "unit/unit.h"

typedef struct sample {
    const char *language, *text, *words;
} sample;

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

static void check_samples(const sample *s, size_t n, bool punctuation)
{
    for (size_t i = 0; i < n; i++) {
        tr_moses m;
        tr_moses_init(&m, s[i].language);
        m.hyphens = m.escape = true;
        m.punctuation = punctuation;
        check_words(&m, s[i].text, false, s[i].words);
    }
}

#define CHECK(samples, punctuation)                                                                \
    check_samples(samples, sizeof(samples) / sizeof *(samples), punctuation)

START_TEST(cuts_words_as_moses_does)
{
    static const sample samples[] = {
        {"en", "It's the dogs' bowl, isn't it? 'Twas 1990's best.",
         "It &apos;s the dogs &apos; bowl , isn &apos;t it ? &apos; Twas 1990 &apos;s best ."},
        {"en", "He said: \"Well-known A/B tests cost $5,000.50, or 3,5 %.\"",
         "He said : &quot; Well @-@ known A / B tests cost $ 5,000.50 , or 3,5 % . &quot;"},
        {"en", "Dr. Smith met Mr. J. R. Brown at 5 p.m. on No. 5 street. It ended.",
         "Dr. Smith met Mr. J. R. Brown at 5 p.m. on No. 5 street . It ended ."},
        {"en", "Wait... what?.. (See [1] & <b>|x</b>)",
         "Wait ... what ? .. ( See &#91; 1 &#93; &amp; &lt; b &gt; &#124; x &lt; / b &gt; )"},
        {"en", "He said 'yes.'", "He said &apos; yes . &apos;"},
        {"en", "rock'n'roll a,b,c 1,2,x ,5", "rock &apos;n&apos;roll a , b , c 1,2 , x , 5"},
        {"en", "x½,5 naïve café’s — ok…", "x ½ , 5 naïve café ’ s — ok …"},
        {"de", "Am 3. Mai kam Dr. Müller z. B. nach St. Gallen.",
         "Am 3. Mai kam Dr. Müller z. B. nach St. Gallen ."},
        {"de", "Das ist's: Ü-Ei, E-Mail und „Haus“ – 3,5 %.",
         "Das ist &apos; s : Ü @-@ Ei , E @-@ Mail und „ Haus “ – 3,5 % ."},
        {"de", "Er kam nicht. Dann ging sie, usw. und so.",
         "Er kam nicht . Dann ging sie , usw. und so ."},
        {"fr", "L'ami d'hier n'a pas 5,3 % : « oui » !",
         "L&apos; ami d&apos; hier n&apos; a pas 5,3 % : « oui » !"},
        {"fr", "Aujourd'hui, c'est l'été. 'Non'",
         "Aujourd&apos; hui , c&apos; est l&apos; été . &apos; Non&apos;"},
        {"it", "L'anno dell'Italia è qui.", "L&apos; anno dell&apos; Italia è qui ."},
        {"fi", "EU:n ja USA:ssa klo 12:30: hyvä.", "EU:n ja USA:ssa klo 12 : 30 : hyvä ."},
        {"es", "¿Qué? ¡No! Son 3.000 €, p.ej. aquí.", "¿ Qué ? ¡ No ! Son 3.000 € , p.ej. aquí ."},
        {"ru", "Это 5-й год. Он сказал: «да».", "Это 5 @-@ й год . Он сказал : « да » ."},
        {"zh", "你好，世界。3-4 abc", "你好 ， 世界 。 3 @-@ 4 abc"},
        {"so", "ma'aha 'x' y'", "ma&apos;aha &apos; x &apos; y&apos;"},
        {"en",
         "a\x09"
         "b c　d \x01"
         "e",
         "a b c d e"},
        {"en", "foo.bar U.S. Army e.g. this. And", "foo.bar U.S. Army e.g. this . And"},
        {"hi", "यह हिन्दी है। ठीक.", "यह हिन ् दी है । ठीक ."},
    };
    CHECK(samples, false);
}
END_TEST

/* Behind replace-unicode-punctuation.perl, remove-non-printing-char.perl and
 * normalize-punctuation.perl -l. */
START_TEST(normalizes_punctuation_as_moses_does)
{
    static const sample samples[] = {
        {"en", "rock'n'roll a,b,c 1,2,x ,5", "rock &apos;n&apos;roll a , b , c 1,2 , x , 5"},
        {"en", "x½,5 naïve café’s — ok…", "x ½ , 5 naïve café &apos;s - ok ..."},
        {"de", "Am 3. Mai kam Dr. Müller z. B. nach St. Gallen.",
         "Am 3. Mai kam Dr. Müller z. B. nach St. Gallen ."},
        {"de", "Das ist's: Ü-Ei, E-Mail und „Haus“ – 3,5 %.",
         "Das ist &apos; s : Ü @-@ Ei , E @-@ Mail und &quot; Haus &quot; - 3,5 % ."},
        {"de", "Er kam nicht. Dann ging sie, usw. und so.",
         "Er kam nicht . Dann ging sie , usw. und so ."},
        {"fr", "L'ami d'hier n'a pas 5,3 % : « oui » !",
         "L&apos; ami d&apos; hier n&apos; a pas 5,3 % : &quot; oui &quot; !"},
        {"fr", "Aujourd'hui, c'est l'été. 'Non'",
         "Aujourd&apos; hui , c&apos; est l&apos; été . &apos; Non&apos;"},
        {"ru", "Это 5-й год. Он сказал: «да».", "Это 5 @-@ й год . Он сказал : &quot; да &quot; ."},
        {"zh", "你好，世界。3-4 abc", "你好 , 世界 . 3 @-@ 4 abc"},
        {"en",
         "a\x09"
         "b c　d \x01"
         "e",
         "a b c d e"},
        {"en", "foo.bar U.S. Army e.g. this. And", "foo.bar U.S. Army e.g. this . And"},
        {"de", "Er sagte: „Ja.“ Und: „Nein,“ dann ( x ) y : z ; 5 %",
         "Er sagte : &quot; Ja &quot; . Und : &quot; Nein &quot; , dann ( x ) y : z ; 5 %"},
        {"en", "He said “yes”, and ‘no’. (a ) , b « c »",
         "He said &quot; yes , &quot; and &apos; no &apos; . ( a ) , b &quot; c &quot;"},
        {"fr", "« Oui », dit-il : 5 000 % !", "&quot; Oui &quot; , dit @-@ il : 5,000 % !"},
        {"cs", "„Ano,“ řekl. 5 000", "&quot; Ano , &quot; řekl . 5,000"},
        {"en", "5 000 1 2 3 nº 5 20 ºC 3 cm´´x´´", "5.000 1.2 3 nº 5 20 ºC 3 cm &quot; x &quot;"},
        {"es", "``x''  y` «z»…", "&quot; x &quot; y &apos; &quot; z &quot; ..."},
        {"en", "１２３．ＡＢ。 、《x》～", "123 . ＡＢ . , &quot; x &quot; ~"},
    };
    CHECK(samples, true);
}
END_TEST

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

UNIT_MAIN("moses_words", cuts_words_as_moses_does, normalizes_punctuation_as_moses_does,
          languages_are_bcp_47, flags_leave_hyphens_and_marks, words_have_the_places_of_their_bytes)
