#include "text/terms/function_words.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "language/language.h"
#include "text/terms/inflection.h"

typedef struct list {
    const char *language, *words; /* a blank before and after each */
} list;

static const list lists[] = {
    {"de",
     " der die das dem den des ein eine einem einen einer eines kein keine keinem keinen keiner "
     "dieser diese dieses diesem diesen jeder jede jedes jedem jeden alle allen aller beide "
     "beiden mein meine meinem meinen meiner meines dein deine deinem deinen deiner sein seine "
     "seinem seinen seiner seines ihr ihre ihrem ihren ihrer ihres unser unsere unserem unseren "
     "unserer im am zum zur beim vom ins ans in an auf zu von bei mit für aus nach über unter "
     "vor durch gegen um ohne seit wegen und oder aber dass daß als wie so wenn weil ist sind "
     "war waren wird werden wurde wurden hat haben hatte es er sie wir ich mir mich uns ihm "
     "ihn ihnen du dich dir man sich nicht auch nur noch schon was wer wo welche welcher "
     "welches diejenigen euer eure eurem euren eurer "},
    {"en", " the a an this that these those my your his her its our their some any no every each "
           "all both of in on at to for from by with about into over under after before between "
           "and or but as if than because is are was were be been has have had do does did will "
           "would can could it he she we you they i me him us them who what which where not also "
           "only there s "},
    {"pt", " o a os as um uma uns umas do da dos das no na nos nas ao à aos às pelo pela pelos "
           "pelas num numa este esta estes estas esse essa esses essas neste nesta deste desta "
           "aquele aquela meu minha meus minhas seu sua seus suas teu tua teus tuas nosso nossa "
           "nossos nossas dele dela deles delas outro outra outros outras todo toda todos todas em "
           "de com por para sem sob sobre entre até que e ou mas se como não foi foram é são era "
           "eram está estão ser eu ele ela eles elas nós me te lhe isto isso também só ainda já "},
    {"es",
     " el la los las lo un una unos unas del al este esta estos estas ese esa esos esas mi mis "
     "tu tus su sus nuestro nuestra nuestros nuestras otro otra otros otras todo toda todos "
     "todas en de con por para sin sobre entre hasta que y e o u pero si como no fue es son "
     "era está están ser yo él ella ellos ellas me te se le les esto eso también ya "},
    {"fr", " le la les l un une des du de d au aux ce cet cette ces mon ma mes ton ta tes son sa "
           "ses notre nos votre vos leur leurs tout toute tous toutes en dans sur sous avec pour "
           "par sans chez entre que qu qui et ou mais si comme ne pas est sont était être a ont je "
           "tu il elle nous vous ils elles on me te se y aussi "},
    {"it", " il lo la i gli le l un uno una del dello della dei degli delle al allo alla ai agli "
           "alle nel nella nei nelle dal dalla sul sulla questo questa questi queste quello quella "
           "mio mia suo sua nostro nostra di a da in con su per tra fra che e o ma se come non è "
           "sono era essere ha hanno io lui lei noi voi loro mi ti si ci vi anche "},
    {"nl", " de het een dit dat deze die mijn je jouw zijn haar ons onze hun geen elke alle in op "
           "aan te voor van met door over onder na bij uit tot en of maar als dan omdat is was "
           "waren wordt worden heeft hebben had ik jij hij zij wij jullie u me hem niet ook er "},
};

enum { LONGEST = 20, SHORT = 3 };

static const char *words_of(const char *language)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (tr_language_is_variety(language, lists[i].language)) return lists[i].words;
    return NULL;
}

bool tr_is_function_word(const char *language, const char *word, size_t len)
{
    const char *const words = words_of(language);
    tr_buf padded = {0};

    if (!words) return tr_utf8_count(word, len) <= SHORT;
    if (len > LONGEST) return false;
    tr_buf_add(&padded, " ", 1);
    tr_fold(word, len, &padded);
    tr_buf_add(&padded, " ", 1);
    const bool is = !padded.failed && strstr(words, padded.data);
    tr_buf_free(&padded);
    return is;
}
