#include "explain/explain_page.h"

/* Sources of the page, in cmd/explain/page.  "" is for who reads this file alone, as cppcheck does.
 */
static const char head_html[] = ""
#include "head.html.inc"
    ;
static const char style[] = ""
#include "style.css.inc"
    ;
static const char body_html[] = ""
#include "body.html.inc"
    ;
static const char script[] = ""
#include "script.js.inc"
    ;

void explain_page(FILE *out, const record *r, head_choice head)
{
    fputs(head_html, out);
    fprintf(out, "<style>\n%s</style>\n", style);
    fputs(body_html, out);
    fputs("<script type=\"application/json\" id=\"data\">", out);
    explain_json(out, r, true, head);
    fprintf(out, "</script>\n<script>\n%s</script>\n</body>\n</html>\n", script);
}
