#include "document/rtf/rtf_words.h"

#include "base/ascii.h"

/* ---- Looks ---- */

static const struct {
    const char *words; /* each between blanks */
    int property;
    bool counts; /* the number matters, and not just whether it is 0 */
    int implied; /* what it means without a number */
} looks[] = {
    {" b ", TR_RTF_BOLD, false, 1},
    {" i ", TR_RTF_ITALIC, false, 1},
    {" ul uld uldash uldashd uldashdd uldb ulhwave ulldash ulth ulthd ulthdash ulw ulwave ",
     TR_RTF_UNDERLINE, false, 1},
    {" ulnone ", TR_RTF_UNDERLINE, false, 0},
    {" strike striked ", TR_RTF_STRIKE, false, 1},
    {" super sub up dn ", TR_RTF_RAISED, false, 1},
    {" nosupersub ", TR_RTF_RAISED, false, 0},
    {" caps scaps outl shad embo impr ", TR_RTF_CAPITALS, false, 1},
    {" cf ", TR_RTF_COLOUR, true, 0},
    {" cb chcbpat highlight ", TR_RTF_GROUND, true, 0},
    {" f ", TR_RTF_FONT, true, 0},
    {" fs ", TR_RTF_SIZE, true, 24},
    {" v deleted ", TR_RTF_HIDDEN, false, 1},
};

bool tr_rtf_set_look(const char *text, const tr_rtf_token *t, tr_rtf_look *look)
{
    if (tr_rtf_is_listed(text, t, " plain ")) {
        *look = (tr_rtf_look){{0}};
        return true;
    }
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        if (!tr_rtf_is_listed(text, t, looks[i].words)) continue;
        const int n = t->has_number ? t->number : looks[i].implied;
        look->of[looks[i].property] = looks[i].counts ? n : n != 0;
        return true;
    }
    return false;
}

/* ---- Characters ---- */

int tr_rtf_character(const char *text, const tr_rtf_token *t)
{
    static const struct {
        const char *word;
        int c;
    } words[] = {{"emdash", 0x2014},  {"endash", 0x2013},    {"lquote", 0x2018},
                 {"rquote", 0x2019},  {"ldblquote", 0x201C}, {"rdblquote", 0x201D},
                 {"bullet", 0x2022},  {"emspace", 0x2003},   {"enspace", 0x2002},
                 {"qmspace", 0x2005}, {"zwj", 0x200D},       {"zwnj", 0x200C}};
    static const char symbols[] = "~_-{}\\";
    static const int means[] = {0xA0, 0x2011, 0xAD, '{', '}', '\\'};

    if (t->kind == TR_RTF_SYMBOL && t->name.begin < t->name.end) {
        const char c = text[t->name.begin];
        return tr_ascii_is_one_of(c, symbols) ? means[strchr(symbols, c) - symbols] : 0;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (t->kind == TR_RTF_WORD && tr_rtf_is(text, t, words[i].word)) return words[i].c;
    return 0;
}

/* ---- Groups ---- */

/* True if the field that begins at byte `at` has text that people wrote: a link, a table of
 * contents, a reference to a heading. */
static bool is_text_field(const char *text, size_t at, size_t size)
{
    enum { NEAR = 4096 };
    static const char *const names[] = {"HYPERLINK", " TOC ", " REF ", "FORMTEXT"};
    const size_t end = size - at < NEAR ? size : at + NEAR;
    const size_t result = tr_span_find(text, at, end, "\\fldrslt");

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (tr_span_find(text, at, result, names[i]) < result) return true;
    return false;
}

enum tr_rtf_group tr_rtf_group_kind(const char *text, size_t at, size_t size, tr_rtf_token *word)
{
    static const char blocks[] = " header headerl headerr headerf footer footerl footerr footerf "
                                 "footnote annotation shptxt dptxbxtext title subject doccomm ";
    static const char frames[] = " info shp shpinst do shpgrp ";
    static const char others[] =
        " fonttbl colortbl stylesheet listtable listoverridetable revtbl rsidtbl generator pict "
        "object fldinst listtext pntext pntxta pntxtb sp shprslt nonshppict xe tc rxe bkmkstart "
        "bkmkend atnid atnauthor author operator manager company category keywords comment "
        "hlinkbase creatim revtim printim buptim ftnsep ftnsepc aftnsep aftnsepc ftncn aftncn "
        "template filetbl private ";
    bool starred = false;
    tr_rtf_token t = {0};

    *word = t;
    for (at++; tr_rtf_next(text, at, size, &t); at = t.raw.end) {
        const bool star = t.kind == TR_RTF_SYMBOL && tr_starts_with(text, at, size, "\\*");
        const bool blank =
            t.kind == TR_RTF_TEXT && tr_skip(text, at, t.raw.end, tr_ascii_is_blank) == t.raw.end;
        if (t.kind != TR_RTF_NOTHING && !star && !blank) break;
        starred = starred || star;
    }
    if (t.kind != TR_RTF_WORD) return starred ? TR_RTF_OTHER : TR_RTF_PART;
    *word = t;
    if (tr_rtf_is_listed(text, &t, blocks)) return TR_RTF_BLOCK;
    if (tr_rtf_is_listed(text, &t, frames)) return TR_RTF_FRAME;
    if (tr_rtf_is_listed(text, &t, " field ") && !is_text_field(text, at, size))
        return TR_RTF_FIELD;
    return starred || tr_rtf_is_listed(text, &t, others) ? TR_RTF_OTHER : TR_RTF_PART;
}

/* ---- Words in a text ---- */

bool tr_rtf_is_break(const char *text, const tr_rtf_token *t)
{
    static const char words[] = " par sect row cell nestcell nestrow line tab page column lbr ";
    return tr_rtf_is_listed(text, t, words) ||
           (t->kind == TR_RTF_SYMBOL && t->name.begin < t->name.end &&
            tr_ascii_is_line_end(text[t->name.begin]));
}

bool tr_rtf_is_atom(const char *text, const tr_rtf_token *t)
{
    return tr_rtf_is_listed(text, t, " chftn chpgn chdate chdpl chdpa chtime chatn sectnum ");
}

bool tr_rtf_is_noise(const char *text, const tr_rtf_token *t)
{
    static const char words[] =
        " insrsid charrsid rsid delrsid lang langnp langfe langfenp noproof rtlch ltrch fcs af afs "
        "ab ai alang aul acf hich loch dbch kerning expnd expndtw cs cgrid cchs uc charscalex "
        "fldrslt field ";
    return tr_rtf_is_listed(text, t, words);
}
