#!/bin/sh
# ruby.t - words with readings above them: the words are text, and readings are in no translation.
. tests/cli/tap.sh
zip() { perl "$zip" "$@"; }
zip=$PWD/tests/cli/zip.pl
cd "$TMP" || exit 1

texts() { "$T" segments "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'; }
unchanged() { # NAME
    "$T" segments "$1" | "$T" splice "$1" - > out 2>&1
    check "... text that stays keeps them, $1" cmp "$1" out
}
spliced() { "$T" segments "$1" | sed "$2" | "$T" splice "$1" -; }

cat > a.html << 'END'
<p>The <ruby>red<rp>(</rp><rt>r</rt><rp>)</rp></ruby> rose &amp; <ruby><rb>lil</rb><rb>y</rb><rtc><rt>l</rt></rtc></ruby> grow.</p>
<p><ruby>
  Some
  <rt>s
  text
</ruby></p>
<p>An <ruby><b>old</b><rt>o</rt></ruby> house, <ruby translate="no">Ro<rt>r</rt></ruby>, <ruby><rt>x</rt></ruby>.</p>
END
is "words of a page are text, but with more than text in them" "$(texts a.html)" \
    'The red rose &amp; lily grow.|Some|An <1/> house, <2/>, <3/>.|'
unchanged a.html
spliced a.html 's/The red/Eine rote/; s/Some/Etwas/' > out
is "... a translation has no readings" "$(sed -n '1p; $p' out)" "<p>Eine rote rose &amp; lily grow.</p>
$(sed -n '$p' a.html)"
is "... nor parts of them" "$(sed -n 2p out)" '<p>Etwas</p>'
cat > a.md << 'END'
The <ruby>red<rt>r</rt></ruby> rose, <ruby>*lily*<rt>l</rt></ruby>.
END
is "of Markdown" "$(texts a.md)" 'The red rose, <1/>.|'
unchanged a.md
is "... its translation" "$(spliced a.md 's/The red/Eine rote/')" 'Eine rote rose, <ruby>*lily*<rt>l</rt></ruby>.'

cat > content.xml << 'END'
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text><text:p>The <text:ruby text:style-name="R"><text:ruby-base>red</text:ruby-base><text:ruby-text text:style-name="S">r</text:ruby-text></text:ruby> rose.</text:p></office:text></office:body></office:document-content>
END
is "of OpenDocument" "$(texts content.xml)" 'The red rose.|'
unchanged content.xml
is "... its translation" "$(spliced content.xml 's/red/blue/' | grep -o '<text:p>.*</text:p>')" '<text:p>The blue rose.</text:p>'

if ! perl -MCompress::Raw::Zlib -MDigest::MD5 -MJSON::PP -e 1 2> /dev/null; then
    skip "ruby of DOCX" "perl lacks Compress::Raw::Zlib, Digest::MD5 or JSON::PP"
    done_testing
fi
main=application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml
printf '<Types><Override PartName="/word/document.xml" ContentType="%s"/></Types>' "$main" > types
r() { printf '<w:r>%s<w:t xml:space="preserve">%s</w:t></w:r>' "$2" "$1"; }
ruby() { printf '<w:r><w:ruby><w:rubyPr><w:hps w:val="10"/></w:rubyPr><w:rt>%s</w:rt><w:rubyBase>%s</w:rubyBase></w:ruby></w:r>' "$2" "$1"; }
docx() { # NAME PARAGRAPH
    printf '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p>%s</w:p></w:body></w:document>' "$2" > document
    zip make "$1" "[Content_Types].xml=types" word/document.xml=document
}
docx a.docx "$(r 'The ')$(ruby "$(r red)" "$(r reading)")$(r ' rose.')"
is "of DOCX" "$(texts a.docx)" 'The red rose.|'
unchanged a.docx
spliced a.docx 's/The red/Eine rote/' > out.docx
is "... its translation" "$(zip member out.docx word/document.xml | sed 's/<[^>]*>//g')" 'Eine rote rose.'
docx a.docx "$(ruby "$(r red '<w:rPr><w:b/></w:rPr>')" "$(r reading)")"
is "... all of a paragraph" "$(texts a.docx)" 'red|'
unchanged a.docx
spliced a.docx 's/red/rot/' > out.docx
is "... keeps its look" "$(zip member out.docx word/document.xml | grep -o '<w:p>.*</w:p>')" \
    '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">rot</w:t></w:r></w:p>'
docx a.docx "$(r 'The ')$(ruby "$(r red)$(r dish)" "$(r reading)")$(r ' rose.')"
is "... of several runs" "$(texts a.docx)" 'The reddish rose.|'

done_testing
