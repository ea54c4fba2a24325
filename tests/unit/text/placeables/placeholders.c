#include "text/placeables/placeholders.h"

#include <string.h>

#include "unit/unit.h"

/* The placeholders of a text, between bars. */
static const char *placeholders(const char *text)
{
    static char found[2000];
    tr_span p = {0};

    *found = '\0';
    while (tr_placeholder_next(text, strlen(text), p.end, &p)) {
        if (*found) strcat(found, "|");
        strncat(found, text + p.begin, p.end - p.begin);
    }
    return found;
}

static void check_found(const char *text, const char *wanted)
{
    ck_assert_str_eq(placeholders(text), wanted);
}

START_TEST(text_has_none)
{
    check_found("", "");
    check_found("50 % of 3 < 4 & 5 > 2, $5 and $6, {a, b; c}, x: y: z", "");
    check_found("at 12:30:45, 100% sure, a_b_c, me@home, [1], [x], <3, < b >, $", "");
    check_found("C:\\new \\x {a\nb", "");
}
END_TEST

START_TEST(escape_sequences_of_terminals)
{
    check_found("\x1B[31mred\x1B[0m \x1B[0;1;36mx\x1B[K", "\x1B[31m|\x1B[0m|\x1B[0;1;36m|\x1B[K");
    check_found("\x1B]8;;http://x\x1B\\a \x1B]0;t\ab", "\x1B]8;;http://x\x1B\\|\x1B]0;t\a");
    check_found("\x1B[ \x1B \x1B]open \x1B[1", "");
}
END_TEST

START_TEST(conversions_of_printf)
{
    check_found("%s: %d bytes", "%s|%d");
    check_found("%1$s of %2$d, %-5.2f%%, %lld, %zu, %08x, %*d, %.*s",
                "%1$s|%2$d|%-5.2f|%%|%lld|%zu|%08x|%*d|%.*s");
    check_found("%(name)s has %(n)d and %(bad s", "%(name)s|%(n)d");
    check_found("%1 of %2: \"%12\", %3.", "%1|%2|%12|%3");
    check_found("%123 5%1 %0 %1st", "");
    check_found("%discount, 5%a, %H:%M on %A", "%H|%M|%A");
}
END_TEST

START_TEST(names_in_braces)
{
    check_found("{} {0} {name} {{ x | upper }} %{count} ${HOME} {% if x %}",
                "{}|{0}|{name}|{{ x | upper }}|%{count}|${HOME}|{% if x %}");
    check_found("Is {n, plural, one {# file} other {{n} files}} here?",
                "{n, plural, one {# file} other {{n} files}}");
    check_found("{{{raw}}} {unclosed", "{{{raw}}}");
    check_found("{price:,.2f} {0:#,##0.00} {0,-8:N2} {names[0]} {total!r:>8} {:.1%} {a b} {no, no}",
                "{price:,.2f}|{0:#,##0.00}|{0,-8:N2}|{names[0]}|{total!r:>8}|{:.1%}|{a b}");
    check_found("{0,choice,0#no files|1#one {x}|1<{0,number} files} here",
                "{0,choice,0#no files|1#one {x}|1<{0,number} files}");
}
END_TEST

START_TEST(other_kinds)
{
    check_found("$NAME$ $t(a.b) @:menu.file [[name]] __name__ :smile: <%= x %>",
                "$NAME$|$t(a.b)|@:menu.file|[[name]]|__name__|:smile:|<%= x %>");
    check_found("me{'@'}home {'{'}x{'}'} @:{'a b'} @.lower:a.b. @.upper:(a) @:{k}",
                "{'@'}|{'{'}|{'}'}|@:{'a b'}|@.lower:a.b|@.upper:(a)|@:{k}");
    check_found("{''} {'a} @. @.a @.:b @:. @.a:", "");
    check_found("a\\nb\\tc", "\\n|\\t");
    check_found("<0>x</0> <12/> 1 <2> 3 <4 5>", "<0>|</0>|<12/>|<2>");
    check_found("%#@count@ left %#@ right", "%#@count@");
    check_found(
        "See :ref:`label-x`, :py:func:`a.b` and :ref:`the page <label>`, `it <x>`__ or `it`, "
        "`a <b>`, 5:30 `x`, ::`y`",
        ":ref:`label-x`|:py:func:`a.b`|:ref:`the page <label>`|`it <x>`__|<b>");
    check_found("[url=%s]it[/url], [b]so[/b], [1], [x], [a b], [/c]",
                "[url=%s]|[/url]|[b]|[/b]|[/c]");
    check_found("Dear *|FNAME|* of *|IF:PLAN=Free now|*: a *|b *|* *||* *|1|*",
                "*|FNAME|*|*|IF:PLAN=Free now|*");
    check_found("<b>x</b> <br/> <a href=\"a>b\">", "<b>|</b>|<br/>|<a href=\"a>b\">");
    check_found("a \xF3\xB0\x80\x81 b", "\xF3\xB0\x80\x81");
}
END_TEST

static bool agree(const char *a, const char *b)
{
    return tr_placeholders_agree(a, strlen(a), b, strlen(b));
}

START_TEST(the_same_ones_agree)
{
    ck_assert(agree("", "nothing"));
    ck_assert(agree("{a} and {b}", "{b} und {a}"));
    ck_assert(agree("%2$s of %1$s", "%1$s: %2$s"));
    ck_assert(agree("%2 of %1", "%1: %2"));
    ck_assert(!agree("%@ at %d", "%d um %@"));
    ck_assert(!agree("%2 of %1", "%1: %1"));
    ck_assert(agree("%s at %d%%", "%s um %d%%"));
}
END_TEST

START_TEST(others_do_not)
{
    ck_assert(!agree("{a}", ""));
    ck_assert(!agree("", "{a}"));
    ck_assert(!agree("{a}", "{a} {a}"));
    ck_assert(!agree("{a}", "{A}"));
    ck_assert(!agree("%s at %d", "%d um %s")); /* printf would take the wrong arguments */
}
END_TEST

UNIT_MAIN("placeholders", text_has_none, escape_sequences_of_terminals, conversions_of_printf,
          names_in_braces, other_kinds, the_same_ones_agree, others_do_not)
