/*
 * language_data.h - what the program knows of each language.
 *
 * A language is one file, data/TAG.  compile.awk makes a table of them when the program is built; a
 * fact of a file is a field here, under its group and its name: "stops.never" is .stops.never.
 * docs/language.md tells how a file is written.
 *
 * A list is one string of words, with a blank before and after every word (base/word_list.h).  A
 * group that a file lacks is taken from data/any; a fact that is not told is NULL.
 */
#ifndef TR_LANGUAGE_DATA_H
#define TR_LANGUAGE_DATA_H

#include <stdbool.h>
#include <stddef.h>

/* Words that hardly a term of their own is. */
typedef struct tr_small_words {
    const char *function; /* articles, pronouns, prepositions, conjunctions, auxiliaries; small */
    const char *polite;   /* small words that have a capital when they are polite */
    const char
        *negations; /* words that negate a verb or a noun: a translation has to negate, too */
    const char *negatives; /* all words that may say a negation; x* and *x: beginnings, endings */
} tr_small_words;

/* Words that address the reader; small letters, lists. */
typedef struct tr_address_words {
    const char *formal, *informal; /* forms of "Sie", and of "du"; a text has one of both */
    const char *plural;            /* informal ones that mean others, too: ihr */
    const char *plural_verbs;      /* verbs that have no other subject: seid */
    bool capitals;                 /* the formal ones have one: in small letters they mean others */
    const char *you;               /* that address in a language without such forms */
    const char *others;            /* and that may become the formal ones in small letters: she */
} tr_address_words;

/* Pronouns of the third person, whose gender a sentence before may decide; small letters. */
typedef struct tr_pronoun_facts {
    const char *genders; /* rows "er/sie/es" of a case: masculine, feminine, neuter; "-": none */
    const char *bound; /* rows of forms that a noun of the same sentence may decide as well: its */
    bool natural;      /* things are neuter, and persons are not */
    bool agree;        /* other words of the sentence have the gender, too */
    const char *dummies; /* words behind a neuter one that means nothing: "it seems"; */
    const char *clauses; /*   and words that begin what it stands for: "it is clear that" */
} tr_pronoun_facts;

/* What makes another form of a word.  A rule tells what stands in the place of an ending: "ies>y";
 * an ending alone goes, and ">s" is for every word. */
typedef struct tr_endings {
    const char *plural, *other; /* rules for what a form of a noun may come from */
    const char *verbal;         /* rules for what a form of a verb may come from */
    const char *infinitive;     /* endings of verbs, if all end so */
    const char *no_infinitives; /* words that end as if they were some; small letters, a list */
} tr_endings;

/* Words beside a word, which tell whether it is a noun or a verb; small letters, lists. */
typedef struct tr_neighbours {
    const char *before_nouns;     /* determiners and prepositions */
    const char *before_singulars; /* determiners behind which a form in -s is a verb's: "this" */
    const char *subjects;         /* pronouns that are subjects alone, */
    const char *either;           /*   and pronouns that are objects, too */
    const char *before_verbs;     /* auxiliaries and the like, before a verb's own form */
    const char *copulas;          /* forms of "to be" */
    const char *behind_verbs;     /* objects, or what they begin with */
    const char *behind_nouns;     /* what stands behind a subject */
    const char *plural_verbs; /* that stand behind subjects in the plural, and behind no others; */
    const char *plural_or_other; /*   that may be infinitives, too */
    const char *adverbs;         /* that may stand between */
    const char *possessives;     /* endings of words before nouns */
} tr_neighbours;

/* Verbs, as far as endings tell their forms. */
typedef struct tr_verbs {
    /* Entries "t=ten>tet,en>t": what another verb has where one ends in t, by rules from the
     * infinitive.  Marks before an ending: '!' for forms that are not past, '?' for commands, '*'
     * for forms that strong verbs make so, too. */
    const char *forms;
    const char *strong; /* rows "schreiben/schreibt/schrieb/schrieben": infinitive, third person,
                           past, participle */
    const char *irregular, *irregular_ends; /* infinitives of which no form is known; endings */
    const char *third_ends, *past_plurals; /* endings of the third person, of pasts in the plural */
    const char *past_plural;               /* of a strong verb, a text */
    const char *participle, *participle_ends; /* rules, and the endings of participles */
    const char *participle_prefix;            /* a text; not before */
    const char *inseparable, *unprefixed;     /*   these prefixes, and with these endings */
    const char *separable,
        *particle;           /* prefixes that part from verbs, and a text that stands within */
    const char *auxiliaries; /* words that a participle stands beside */
    const char *going;       /* endings of forms that are not past, as "checking" */
} tr_verbs;

/* Nouns, as far as endings tell their forms. */
typedef struct tr_nouns {
    /* Rules of plurals: the first that fits, with '/' between several forms, the likeliest first;
     * ':' before a form whose last vowel has an umlaut, if it can have one. */
    const char *plurals;
    const char *feminine_plurals; /* rules that go before them for nouns that are feminine */
    const char *genders;          /* a text: the letters m, f and n of the genders that there are */
    const char *unsure, *masculine, *feminine, *neuter; /* endings, of which the longest tells */
    bool umlauts;                                       /* ä may be a form of a */
    bool compounds; /* nouns make one word: its last part has its forms, as in "Haustür" */
    bool capitals;  /* they begin with one, and other words do not */
} tr_nouns;

/* An article whose form the sound of the noun tells: a, an. */
typedef struct tr_articles {
    const char *indefinite, *before_vowel; /* texts */
    const char *vowels;                    /* a text of letters */
} tr_articles;

/* Words that have the gender and the number of a noun.  They are masculine, feminine, and the same
 * in the plural: "o/a/os/as", with '_' for a blank. */
typedef struct tr_gender_agreement {
    const char *determiners;
    const char *adjectives; /* the endings of adjectives that have both genders, a text */
    const char *copulas;    /* forms of "to be", which may stand between a noun and an adjective */
} tr_gender_agreement;

/* Cases.  A list of 16 has nominative, accusative, dative and genitive, each as masculine,
 * feminine, neuter and plural; "-" is an empty ending. */
typedef struct tr_cases {
    const char *article;                         /* 16 words */
    const char *contractions;                    /* of a preposition and an article: "in+dem>im" */
    const char *definite, *definite_endings;     /* stems of words as "dieser"; 16 */
    const char *indefinite, *indefinite_endings; /* stems of words as "kein"; 16 */
    /* Endings of adjectives: behind article and definite words, behind indefinite ones, and without
     * either; 16 each. */
    const char *weak, *mixed, *strong;
    const char *no_adjectives; /* words that end as if they were some */
    /* Prepositions, by the cases behind them. */
    const char *dative, *accusative, *genitive_or_dative, *accusative_or_dative;
    const char *weak_nouns;     /* rules of masculine ones, if the plural is so, too, */
    const char *surely_weak;    /*   and of others, whatever the plural is */
    const char *weak_genitives; /* rules of the genitives of weak ones that have another */
    const char *genitives;      /* rules of the singular */
    const char *dative_plurals; /* rules of what stands behind a plural */
    const char *verbs;          /* endings of words that take none of an adjective */
} tr_cases;

/* Times of the day, as written behind a number of hours. */
typedef struct tr_clock_words {
    const char *before_noon, *after_noon;             /* behind the number itself: a.m. */
    const char *hour;                                 /* behind the number: Uhr */
    const char *morning, *afternoon, *midday, *night; /* behind such a word: abends */
    const char *full_hour;                            /* behind the number, and no half comes */
    const char *hours;                                /* for a time, too, but only */
    const char *before_hours; /*   behind one of these words: "às 17 horas" */
    const char *from, *to;    /* around the first of two times: "from 9 to 5 p.m." */
} tr_clock_words;

/* Numbers in letters.  A beginning stands for all words that begin so, in small letters. */
typedef struct tr_number_facts {
    const char *words;      /* for numbers and halves: words for other things begin so, too */
    const char *beginnings; /* beginnings of all other words for numbers, dates and halves */
    const char *thousand;   /* words behind a number: three zeros, */
    const char *million, *billion; /* beginnings of words: six zeros, and nine */
} tr_number_facts;

/* Numbers in words as values, up to the thousands: "two hundred and five" is 205.  A word and its
 * value are written "two=2", in small letters; no words: they are not read. */
typedef struct tr_spelled_facts {
    const char *words;     /* a list of them: units, tens, "hundred=100", "thousand=1000" */
    const char *ordinals;  /* a list of "second=2" */
    const char *endings;   /* what may follow an ordinal within its word */
    const char *joint;     /* a word between parts: and */
    const char *articles;  /* words that are articles as often as one: a hundred */
    const char *compounds; /* beginnings of what may follow a number within its word: jährig */
    const char *bound;     /* words that are no number alone: cento */
    const char *marks;     /* rules of what ordinals in digits end in, the first that fits: 1>1st */
    bool one_word;         /* all parts are one word, and units stand before tens */
    bool joins_units;      /* the joint stands between tens and units, too, and always */
} tr_spelled_facts;

/* Units and currencies. */
typedef struct tr_measure_facts {
    const char *alike;      /* units that most languages share and that may touch a number */
    const char *units;      /* others */
    const char *initials;   /* pairs: the name of a unit with the first letter has the second */
    const char *currencies; /* beginnings of names, in small letters */
} tr_measure_facts;

/* Meanings of a full stop behind a word.  An abbreviation is listed with its full stop; one of
 * several parts is listed without the blanks that may come between them: "z.B." is also "z. B.". A
 * '*' before a word stands for the first part of a compound. */
typedef struct tr_stops {
    /* Abbreviations.  No sentence ends in `never`; one ends in `ends` only before a word of
     * `starters`; none ends in `numbered` before a number, nor in `either` before a word of
     * `followers`.  What is in no list may end a sentence before any word. */
    const char *never, *ends, *numbered, *either;

    const char *starters;    /* words that start sentences and are seldom nouns or names */
    const char *followers;   /* after a.m., Inc.: days, time zones, offices */
    const char *pronouns;    /* words of one capital letter, which are no initials */
    const char *labels;      /* words before a letter that is no initial: "vitamin C." */
    const char *ordinals;    /* nouns after an ordinal number, */
    const char *endings;     /*   and what may follow a noun of four letters and more */
    const char *determiners; /* words before an ordinal number, as in "der 3." */
    const char *counted;     /* what has numbers such as 3.2, which are no decimals; small letters,
                                without a full stop */
    const char *answers;     /* abbreviations that are also words which a sentence may end in */
    const char *feet, *inches; /* abbreviations of "5 ft 6 in" */
    const char *millions;      /* what the m of "£5m" is, with a blank before it */
    const char *months;        /* in small letters, where the words mean something else */
    const char *before_months; /* words behind which only a month may come, */
    const char *before_dates;  /*   and a day and a month */
    const char *articles;      /* and the like, in small letters: a name comes after them */
    /* Before numbers: the word in full, then its abbreviations, of which the first is written. */
    const char *number, *figure, *volume, *chapter, *section;
    bool of_none;            /* true in data/any: the stops are of no language, */
    const char *moses_takes; /*   and Moses takes the stops of this language instead */
} tr_stops;

/* The marks around a quotation, and around one within it or a word that is set apart, and the dash
 * between blanks for U+2014; UTF-8. */
typedef struct tr_quotes {
    const char *open, *close, *inner_open, *inner_close;
    const char *dash; /* NULL: a hyphen stays, which English has as often */
} tr_quotes;

/* How numbers and amounts of money are written: 1,234.50 and €9 in English, 1.234,50 and 9 € in
 * German.  The marks come from CLDR. */
typedef struct tr_notation {
    char decimal;       /* '.' or ','; NUL: it is not known */
    const char *groups; /* the mark between thousands */
    bool sign_first;    /* of a currency; else behind the number, after a blank */
    bool unsure_dates;  /* 3/4/2024 may be in March or in April */
    bool points_dates;  /* 4.3.2024: the day comes first, and points join the parts */
} tr_notation;

/* How words and sentences are set. */
typedef struct tr_orthography {
    bool no_blanks;         /* between words, but in Latin letters */
    bool semicolon_asks;    /* it is a mark of question */
    bool spaced_guillemets; /* blanks stand within: « so » */
    bool opening_marks;     /* ¿ and ¡ begin what ? and ! end */
    bool dotless_i;         /* i and I are not the two cases of a letter */
} tr_orthography;

/* What Moses' scripts, which models for words and subwords of words were trained with, do
 * otherwise for a language: where they cut words and join them. */
typedef struct tr_moses_rules {
    bool apostrophe_before;   /* the mark begins a word: it 's */
    bool apostrophe_behind;   /* it ends one: l' ami */
    bool glottal;             /* it is a letter */
    bool elision;             /* l' is joined to the word behind */
    const char *inner_marks;  /* within words, before small letters */
    const char *endings;      /* of a case, behind a colon; a list */
    const char *behind_dash;  /* words that a dash joins; x* is a word's beginning; a list */
    const char *spaced_marks; /* a blank stands before */
    bool joins_numbers;       /* 3 , 5 */
    bool spaced_characters;   /* words of Chinese characters have blanks between */
    bool quotes_by_shape;     /* the low mark opens, and the high one closes */
    bool stops_within_quotes; /* full stops and commas stand before a closing mark; */
    bool stops_stay;          /*   where they are; else behind */
    char groups;              /* the mark between thousands for a blank; else a full stop */
    const char *final;        /* abbreviations that a sentence may end in before any word; a list */
    bool no_initials;         /* a capital before a full stop is none; */
    bool small_initials;      /*   a small letter is one, too */
    bool ordinals, roman_ordinals; /* numbers keep their full stop */
} tr_moses_rules;

/* Scripts that models of India's languages read in one spelling, and most of them as one script:
 * text is shifted from its block of Unicode to Devanagari's block, and back.  Files have the tags
 * und-Beng and the like.  Rules are "from>to", each for all of a text, one after the other. */
typedef struct tr_script {
    const char *block;   /* its first character, which stands where Devanagari has U+0900;
                            a colon behind a character of it is a visarga */
    bool apart;          /* it is not read as Devanagari */
    const char *early;   /* rules while joiners are there; a list */
    const char *written; /* rules when joiners are gone; a list */
    bool joiners_stay;   /* and soft hyphens */
    const char *marks;   /* are words of their own, as ASCII's are */
    bool numbers_apart;  /* 3 , 5 */
    const char *letters; /* that blanks part from digits, Latin letters and marks; none: NULL */
    const char *tight;   /* of them, behind digits */
    const char *letter_marks; /* marks that are parted from letters */
    const char *closing;      /* marks that touch the word before in a translation */
    const char *said;         /* rules for a translation; a list */
    bool few_plosives;        /* voiced and aspirated ones have the letter of the voiceless one */
} tr_script;

typedef struct tr_line_breaks {
    const char *before; /* words that begin a line better than they end one; a list */
} tr_line_breaks;

typedef struct tr_plurals {
    const char *gettext; /* the field "Plural-Forms" of catalogues, as gettext's manual has it */
} tr_plurals;

/* How people call the columns of a glossary; small letters, lists. */
typedef struct tr_glossary_words {
    const char *sources, *targets; /* terms, and translations */
    const char *plurals, *genders;
    const char *others;    /* words beside "source" and the names of languages: "text" */
    const char *languages; /* such words of columns that name a language, not terms */
    const char *numbers;   /* of lines, before languages: "id" */
} tr_glossary_words;

/* What dictionaries write beside a word; without marks and in small letters, lists. */
typedef struct tr_dictionary_words {
    const char *markers;      /* before infinitives: to */
    const char *placeholders; /* for any person and thing: "sb.", "sth.", without full stops */
    const char *rare;         /* labels of old and rare words, as they are: archaic */
} tr_dictionary_words;

/* Words of sentences that tell what to do with what is on a screen; small letters, lists. */
typedef struct tr_control_words {
    const char *acts;        /* what is done with them, in all forms: open, clicked */
    const char *presses;     /* of the acts, what is done with hardly anything else: click */
    const char *parts;       /* what has a name: button */
    const char *places;      /* beside which only what is marked is a name: under, page */
    const char *determiners; /* words before a noun that is no name: a, your */
    const char *particles;   /* words that belong to an act, between it and a name: off; NULL: those
                                among words.function alone */
} tr_control_words;

typedef struct tr_mail {
    const char *answers; /* what is put before subjects, and a colon; small letters, a list */
} tr_mail;

typedef struct tr_codes {
    const char *others; /* codes that programs and models have, and ICU does not know; a list */
    /* InDesign's names, "nl_NL_2005; Dutch; CA=French: Canadian": the first one is written, or
     * the region's; what stands before a colon is the language. */
    const char *indesign;
} tr_codes;

typedef struct tr_detection {
    const char *words; /* of nearly each sentence or message, small letters, a list */
} tr_detection;

/* How translations into the language are measured. */
typedef struct tr_metric_facts {
    const char *bleu; /* how BLEU finds words: a way of `translate evaluate --tokenize` */
} tr_metric_facts;

typedef struct tr_language {
    const char *tags; /* BCP 47, a list; NULL in data/any */
    tr_small_words words;
    tr_address_words address;
    tr_pronoun_facts pronouns;
    tr_endings endings;
    tr_neighbours neighbours;
    tr_verbs verbs;
    tr_nouns nouns;
    tr_articles articles;
    tr_gender_agreement agreement;
    tr_cases cases;
    tr_clock_words clock;
    tr_number_facts numbers;
    tr_spelled_facts spelled;
    tr_measure_facts measures;
    tr_stops stops;
    tr_quotes quotes;
    tr_notation notation;
    tr_orthography orthography;
    tr_script script;
    tr_line_breaks line_breaks;
    tr_moses_rules moses;
    tr_plurals plurals;
    tr_glossary_words glossary;
    tr_dictionary_words dictionary;
    tr_control_words controls;
    tr_mail mail;
    tr_codes codes;
    tr_detection detection;
    tr_metric_facts metrics;
} tr_language;

/* The facts of a language (BCP 47, or as models write it): the file of its variety, else the file
 * of the language, else data/any. */
const tr_language *tr_language_data(const char *language);

/* The facts of the script that a model's code of a language names, as in hin_Deva; NULL: none are
 * known. */
const tr_script *tr_language_script(const char *code);

/* The i-th file's; NULL after the last. */
const tr_language *tr_language_at(size_t i);

/* True if text in a language is written with blanks between words. */
bool tr_language_has_spaces(const char *language);

/* The facts of data/mul: a group has the words of all languages, for text whose language is not
 * known. */
const tr_language *tr_every_language(void);

#endif
