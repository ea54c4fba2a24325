#include "lines/function_words.h"

#include <stdbool.h>
#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"

/* Pronouns, articles, prepositions, and what small messages of programs have; each word between
 * blanks. */
static const struct {
    const char *language, *words;
} known[] = {
    {"de", " aber alles als am an auch auf aus bei bist bitte das dass dein dem den "
           "der des dich die diese dieser dieses du ein eine einem einen einer er es "
           "für gibt habe haben hat heute hier ich ihnen ihr ihre ihren im ist ja "
           "kann kein keine mein mich mir mit morgen nach nein nicht noch nur oder "
           "sich sie sind so um und uns von was wenn wer werden wie wir wird wo "
           "wurde zu zum zur über "},
    {"en", " a about all an and are as at be been but by can do does don't enter for "
           "from had has have he her here his how i if in is it me more my no not of "
           "on or our out please she so that the their them there they this to up us "
           "was we were what when where which who will with would yes you your "},
    {"fr", " au aucun aux avec avoir bonjour c'est ce ces cette d'un d'une dans de "
           "des du elle en est et fait il je l'utilisateur la le les leur ma mais "
           "merci mes mon n'est ne non nous on ou oui où par pas plus pour que qui "
           "sa sans se ses son sont sur tous tout très un une veuillez vos votre "
           "vous y à été être "},
    {"es", " al como con cuando de del donde dónde el ellos en es esta este estos "
           "está están favor fue gracias ha hay hola la las le lo los mi muy más "
           "ningún no nosotros o para pero por puede que quién qué se ser si sin son "
           "su sus sí tiene todo todos tú un una unos usted y ya yo "},
    {"it", " al alla anche che chi ci ciao come con cosa da dal dalla dei del della "
           "delle di dove e essere gli grazie ha hanno i il in io la le lei lo lui "
           "ma mi molto nel nella nessun noi non o per più quando questa questi "
           "questo se si sono stato sua sul sulla suo sì ti tu tua tuo tutti tutto "
           "un una uno voi è "},
    {"pt", " a ao as com como da das de do dos e ela ele eles em esta este está estão "
           "eu foi há isto já mais mas meu minha muito na nas nenhum no nos não nós "
           "o obrigado olá onde os ou para pela pelo pode por quando que quem se sem "
           "ser seu sim sua são tem todos tu tudo um uma você à é "},
    {"nl", " aan alle als bij daar dan dat de deze die dit door een en er geen graag "
           "hebben heeft het hier hij hoe ik in is ja je jij kan maar met mijn naar "
           "nee niet nog of om ook op over te tot u uit uw van voor waar was wat we "
           "wel wie wij worden wordt zij zijn "},
    {"pl", " ale być był była co czy dla do gdzie i ja jak jego jej jest jeszcze już "
           "kiedy kto lub ma mam może my mój na nie o od on ona oni oraz po proszę "
           "przez przy się są ta tak te tego tej ten to twój ty tylko w wy z za ze "
           "został że "},
    {"cs", " a ale ano bude by byl byla být co do i jak je jeho její jen jsem jsme "
           "jsou jste já k kde kdo kdy my má můj může na ne nebo nelze není o od on "
           "ona oni po pro prosím při s se ta tak tato ten tento to toto tvůj ty "
           "této už v ve vy z za že "},
    {"sk", " a ako ale alebo bol bola bude by byť do i ja je jeho jej k kde kedy kto "
           "len my má môj môže na nemožno nie o od on ona oni po pre pri prosím s sa "
           "sme som ste sú tak tejto ten tento to toto tvoj ty tá táto už v vo vy z "
           "za áno čo že "},
    {"sv", " alla att av blir de den denna dessa det detta din ditt du där eller en "
           "ett från för han har hej hon hur här i ingen inget inte jag kan med men "
           "min mitt mycket ni nu när och också om på sig ska som så tack till vad "
           "var vem vi vid vill är år "},
    {"da", " af alle at bliver de den denne der det dette din disse dit du eller en "
           "er et for fra han har hej her hun hvad hvem hvor i ikke ingen jeg kan "
           "med meget men min mit nu når og også om på sig skal som så tak til var "
           "ved vi vil år "},
    {"nb", " alle at av blir de den denne der det dette din disse ditt du eller en er "
           "et for fra han har hei her hun hva hvem hvor i ikke ingen jeg kan med "
           "men min mitt mye nå når og også om på seg skal som så takk til var ved "
           "vi vil år "},
    {"fi", " ei että he hän ja joka jos jotka kaikki kiitos kuin kuka kun kyllä me "
           "minä missä mitä mutta myös niin nyt ole olen olet oli olla on ovat se "
           "sen siitä sinä sitä tai te tämä tämän tätä vain voi "},
    {"hu", " a az azt csak de egy ez ezt ha hogy hol igen is itt kell ki kérjük lehet "
           "lesz meg mi mikor minden mint mit már nem nincs ott te ti vagy van "
           "vannak volt én és ő ők "},
    {"ro", " a această acest aceste al ale ca care ce cine cu când da dar de din după "
           "ea ei el este eu fi foarte fost fără la mai noi nu o pe pentru prin sau "
           "se sunt să tu un unde voi vă îmi în îți și "},
    {"ru", " бы был была было быть в вас все вы где да для его если есть её же за и "
           "из или к как когда кто мне мой мы на нас не нет но о он она они от по "
           "при с так твой только ты у уже что эта эти это этот я "},
    {"uk", " або але би був була було бути в вас вже ви вона вони все від він де для "
           "до ж з за й його коли мені ми мій на нас не немає по при про та так твій "
           "ти тільки у хто це цей ця ці що я як якщо є і із її "},
    {"bg", " аз ако беше в вече ви вие да до е за и из или има как като кога кой къде "
           "към ми мой на не ни ние но няма от по при с са само се си със тази твой "
           "те тези ти това този той тя у че ще "},
    {"tr", " ama ben bir biz bu da daha de değil en evet gibi hayır her ile için "
           "kadar kim lütfen mi nasıl ne nerede o olan olarak oldu olduğunu onlar "
           "sen siz var ve veya ya yok zaman çok şu "},
    {"sl", " ali bi bil bila biti da do ima in jaz je kdaj kdo ki kje lahko mi "
           "moj na ne ni od on ona oni pa po pri prosim s samo se sem si smo so ste "
           "ta te ti to tudi tvoj v vi z za že "},
    {"hr", " a bi bila bio biti da do gdje i ili ima ja je kada kao koji mi moj "
           "molimo može na ne nije od on ona oni po pri s sa sam samo se si smo ste "
           "su ta te ti tko to tvoj u već vi za što "},
    {"ca", " al als amb aquest aquesta aquests cap com de del dels el els en es està "
           "gràcies ha hi hola i ja jo la les molt més no nosaltres o on pel per "
           "però pot quan que qui se sense seu seva si sí són tot tots tu té un una "
           "va és "},
    {"et", " aga ainult ei et ja jah ka kes kui kus kõik ma me millal minu mis nad "
           "ning ole olema olen oli on palun peab sa saab seda see selle siis sinu "
           "ta te välja või "},
    {"lv", " ar arī bet bija būt es ir jā jūs jūsu ka kad kas kur kā lai lūdzu mēs "
           "nav no nē par pie tas tikai tu tā un uz vai var viņa viņi viņš šis šo šī "},
    {"lt", " apie ar aš bet buvo būti gali ir iš ji jie jis jūs jūsų kad kada kaip "
           "kas kur mes ne nėra pat po prašome prie su tai taip tik tu už yra į ši "
           "šio šis "},
    {"id", " ada adalah akan anda apa atau belum bisa dan dapat dari dengan di dia "
           "harus ini itu jika juga kami kamu kapan karena ke kita lebih mana mereka "
           "oleh pada saya siapa silakan sudah telah tidak untuk ya yang "},
};

enum { N_KNOWN = sizeof known / sizeof *known };

_Static_assert((int)N_KNOWN < (int)FUNCTION_WORDS_MOST, "votes have a place for each language");

const char *function_words_language(size_t i)
{
    return i < N_KNOWN ? known[i].language : NULL;
}

int function_words_place(const char *language)
{
    for (int i = 0; i < N_KNOWN; i++)
        if (!strcmp(known[i].language, language)) return i;
    return -1;
}

/* A word in small letters, between blanks. */
typedef struct blank_word {
    char text[32];
    size_t len;
} blank_word;

/* Passes over what is no letter, and takes the letters and apostrophes after it; false at the end.
 * A word that is too long for the lists is cut, and then none of them. */
static bool next_word(const char *text, size_t len, size_t *at, blank_word *w)
{
    int32_t c;

    w->text[0] = ' ';
    w->len = 1;
    while (*at < len) {
        *at += tr_utf8_decode(text + *at, len - *at, &c);
        const bool apostrophe = c == '\'' || c == 0x2019;
        if (tr_is_letter(c) || (apostrophe && w->len > 1)) {
            if (w->len + 6 < sizeof w->text)
                w->len += tr_utf8_encode(apostrophe ? '\'' : tr_to_lower(c), w->text + w->len);
        } else if (w->len > 1) {
            break;
        }
    }
    memcpy(w->text + w->len, " ", 2);
    return w->len > 1;
}

static void vote(const char *word, word_votes *votes)
{
    bool has[N_KNOWN];
    int n = 0;

    for (int i = 0; i < N_KNOWN; i++)
        n += has[i] = strstr(known[i].words, word) != NULL;
    for (int i = 0; i < N_KNOWN; i++)
        if (has[i]) votes->of[i] += 1.0 / n;
}

void function_words_count(const char *text, size_t len, word_votes *votes)
{
    blank_word w;
    size_t at = 0;

    *votes = (word_votes){{0}};
    while (next_word(text, len, &at, &w))
        vote(w.text, votes);
}

word_counts function_words_compare(const char *text, size_t len, int first, int second)
{
    word_counts n = {0};
    blank_word w;
    size_t at = 0;

    while (next_word(text, len, &at, &w)) {
        const bool in_first = strstr(known[first].words, w.text) != NULL;
        const bool in_second = strstr(known[second].words, w.text) != NULL;
        n.first += in_first && !in_second;
        n.second += in_second && !in_first;
    }
    return n;
}
