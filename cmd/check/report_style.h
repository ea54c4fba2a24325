/* report_style.h - how the page of a report looks: it needs no other file and no script. */
#ifndef REPORT_STYLE_H
#define REPORT_STYLE_H

/* clang-format off */
static const char report_style[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1d2228;--soft:#5b6672;--line:#dfe3e8;"
    "--card:#f7f8fa;--low:#b3261e;--middle:#9a6700;--high:#1a7f37;--mark:#ffe08a;--mark-ink:#1d2228}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#15181c;--ink:#e6e9ed;--soft:#9aa5b1;"
    "--line:#30363d;--card:#1d2127;--low:#ff8a80;--middle:#e3b341;--high:#56d364;--mark:#6b5300;"
    "--mark-ink:#fff3cf}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:78rem;padding:2rem 1.25rem 4rem;background:var(--paper);"
    "color:var(--ink);font:1rem/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.6rem;margin:0 0 .25rem}\n"
    "h2{font-size:1.15rem;margin:2.5rem 0 .25rem;overflow-wrap:anywhere}\n"
    "p{margin:.25rem 0 1rem;max-width:60rem}\n"
    ".soft{color:var(--soft)}\n"
    "table{border-collapse:collapse;width:100%;margin:1.25rem 0}\n"
    "th,td{text-align:start;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);"
    "overflow-wrap:anywhere}\n"
    "th{color:var(--soft);font-weight:500;font-size:.875rem}\n"
    "td.n,th.n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    "a{color:inherit}\n"
    "ol{list-style:none;margin:1rem 0;padding:0}\n"
    "li{display:grid;grid-template-columns:9rem 1fr 1fr;gap:.25rem 1.25rem;padding:.75rem .9rem;"
    "margin:0 0 .6rem;background:var(--card);border:1px solid var(--line);border-radius:.5rem}\n"
    "li>*{min-width:0;overflow-wrap:anywhere}\n"
    ".about{grid-row:1/span 2;font-size:.875rem;color:var(--soft)}\n"
    ".q{display:block;font-size:1.25rem;font-weight:600;line-height:1.3;"
    "font-variant-numeric:tabular-nums}\n"
    ".low{color:var(--low)}.middle{color:var(--middle)}.high{color:var(--high)}\n"
    ".text{white-space:pre-wrap}\n"
    ".why{grid-column:2/-1;margin:.15rem 0 0;padding:0;font-size:.875rem;color:var(--low)}\n"
    "mark{background:var(--mark);color:var(--mark-ink);border-radius:.2rem;padding:0 .1em}\n"
    "summary{cursor:pointer;color:var(--soft);margin:.75rem 0}\n"
    "details li{background:none}\n"
    "@media(max-width:48rem){li{grid-template-columns:1fr}.about{grid-row:auto}.why{grid-column:1}}\n"
    "@media print{li{break-inside:avoid}body{max-width:none}}\n";
/* clang-format on */

#endif
