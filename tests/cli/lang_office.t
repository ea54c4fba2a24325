#!/bin/sh
# lang_office.t - the languages of text in office files, by which words are checked and hyphenated.
. tests/cli/tap.sh

if ! perl -MCompress::Raw::Zlib -MDigest::MD5 -MJSON::PP -e 1 2> /dev/null; then
    skip "packages" "perl lacks Compress::Raw::Zlib, Digest::MD5 or JSON::PP"
    done_testing
    exit
fi
zip=$PWD/tests/cli/zip.pl
cd "$TMP" || exit 1
: > lines

told() { # NAME FILE MEMBER TO WANTED
    "$T" splice -f en -t "$4" --lang "$2" lines -o "$4.$2"
    is "$1" "$(perl "$zip" member "$4.$2" "$3")" "$5"
}
main=application/vnd.openxmlformats-officedocument
w='xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
printf '<Types><Override PartName="/word/document.xml" ContentType="%s.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="%s.wordprocessingml.styles+xml"/></Types>' "$main" "$main" > types
word() { printf '<w:document %s><w:body><w:p><w:r><w:rPr><w:lang %s/></w:rPr><w:t>A car</w:t></w:r><w:r><w:rPr><w:lang w:val="fr-FR"/></w:rPr><w:t>Bonjour</w:t></w:r></w:p></w:body></w:document>' "$w" "$1"; }
word 'w:val="en-US" w:eastAsia="zh-CN"' > document
printf '<w:styles %s><w:lang w:val="en-GB" w:bidi="ar-SA"/></w:styles>' "$w" > styles
perl "$zip" make a.docx "[Content_Types].xml=types" word/document.xml=document word/styles.xml=styles
told "--lang sets the language of runs, but not of others' words" a.docx word/document.xml de "$(word 'w:val="de-DE" w:eastAsia="zh-CN"')"
told "... of styles" a.docx word/styles.xml de "<w:styles $w><w:lang w:val=\"de-DE\" w:bidi=\"ar-SA\"/></w:styles>"
told "... of the script that the language has" a.docx word/document.xml ja "$(word 'w:val="en-US" w:eastAsia="ja-JP"')"
told "... which may be there already" a.docx word/styles.xml ar "<w:styles $w><w:lang w:val=\"en-GB\" w:bidi=\"ar-EG\"/></w:styles>"
"$T" splice -f en -t de a.docx lines -o same.docx
check "without the option nothing changes" cmp a.docx same.docx
a='xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
printf '<Types><Override PartName="/ppt/presentation.xml" ContentType="%s.presentationml.presentation.main+xml"/><Override PartName="/ppt/slides/slide1.xml" ContentType="%s.presentationml.slide+xml"/></Types>' "$main" "$main" > types
slide() { printf '<p:sld %s><a:p><a:r><a:rPr lang="%s" b="1"/><a:t>A car</a:t></a:r></a:p></p:sld>' "$a" "$1"; }
slide en-US > slide
slide en-US | sed 's/rPr/defRPr/' > presentation
perl "$zip" make a.pptx "[Content_Types].xml=types" ppt/presentation.xml=presentation ppt/slides/slide1.xml=slide
told "slides say theirs" a.pptx ppt/slides/slide1.xml pt-PT "$(slide pt-PT)"
told "... and what they begin with" a.pptx ppt/presentation.xml de "$(slide de-DE | sed 's/rPr/defRPr/')"
printf 'application/vnd.oasis.opendocument.text' > mimetype
content() { printf '<office:document-content xmlns:office="o" xmlns:style="s" xmlns:fo="f"><office:automatic-styles><style:style style:name="T1"><style:text-properties %s/></style:style></office:automatic-styles></office:document-content>' "$1"; }
content 'fo:country="US" fo:language="en" style:language-asian="zh"' > content
perl "$zip" make a.odt 0:mimetype=mimetype content.xml=content
told "styles of OpenDocument have a language and a country" a.odt content.xml de "$(content 'fo:country="DE" fo:language="de" style:language-asian="zh"')"
told "... or get what they lack" a.odt content.xml zh "$(content 'fo:country="US" fo:language="en" style:language-asian="zh"' | sed 's/<style:text-properties/& style:country-asian="CN"/')"
# ---- InDesign

printf 'application/vnd.adobe.indesign-idml-package' > mimetype
printf '<Document xmlns:i="i"><i:Styles src="Resources/Styles.xml"/><i:Story src="Stories/a.xml"/></Document>' > map
idml_styles() { printf '<Styles><CharacterStyle Name="$ID/[No character style]" AppliedLanguage="$ID/[No Language]"/><ParagraphStyle AppliedLanguage="$ID/%s"/><ParagraphStyle AppliedLanguage="$ID/Latin"/></Styles>' "$1"; }
story() { printf '<Story><ParagraphStyleRange><CharacterStyleRange AppliedLanguage="$ID/%s"><Content>A car</Content></CharacterStyleRange><CharacterStyleRange AppliedLanguage="$ID/French"><Content>Bonjour</Content></CharacterStyleRange></ParagraphStyleRange></Story>' "$1"; }
idml() { # NAME: a document of text in it
    story "$1" > story
    idml_styles "$1" > idml_styles
    perl "$zip" make a.idml 0:mimetype=mimetype designmap.xml=map Resources/Styles.xml=idml_styles Stories/a.xml=story
}
idml 'English: USA'
told "InDesign has names for languages" a.idml Stories/a.xml de "$(story de_DE_2006)"
told "... in styles; what names none or another stays" a.idml Resources/Styles.xml pl "$(idml_styles Polish)"
told "... for regions" a.idml Stories/a.xml fr-CA "$(story 'French: Canadian')"
told "... a language without one stays" a.idml Stories/a.xml eo "$(story 'English: USA')"
idml 'English: UK'
told "... any English is the source" a.idml Stories/a.xml zh-TW "$(story 'Chinese: Traditional')"
"$T" splice -f en -t de a.idml lines -o same.idml
check "... without the option nothing changes" cmp a.idml same.idml
idml 'nl_NL_2005'
"$T" splice -t en-GB --lang a.idml lines -o out.idml
is "... the first that is named is the source where none is said" "$(perl "$zip" member out.idml Stories/a.xml)" \
    "$(story 'English: UK')"
known() { printf '<Document xmlns:i="i"><Language Self="Language/$ID/[No Language]" Name="$ID/[No Language]" Id="0"/><Language Self="Language/$ID/Latin" Name="$ID/Latin"/>%s<i:Styles src="Resources/Styles.xml"/><i:Story src="Stories/a.xml"/></Document>' "$1"; }
english='<Language Self="Language/$ID/English%3a USA" Name="$ID/English: USA" SingleQuotes="‘’" DoubleQuotes="“”" PrimaryLanguageName="$ID/English" SublanguageName="$ID/USA" Id="269" SpellingVendor="Hunspell"/>'
german='<Language Self="Language/$ID/de_DE_2006" Name="$ID/de_DE_2006" SingleQuotes="‚‘" DoubleQuotes="„“" PrimaryLanguageName="$ID/de_DE_2006" SublanguageName="$ID/" SpellingVendor="Hunspell"/>'
known "$english" > map
idml 'English: USA'
told "the map lists the language" a.idml designmap.xml de "$(known "$german")"
told "... with the name of its region" a.idml designmap.xml fr-CA \
    "$(known '<Language Self="Language/$ID/French%3a Canadian" Name="$ID/French: Canadian" SingleQuotes="“”" DoubleQuotes="«»" PrimaryLanguageName="$ID/French" SublanguageName="$ID/Canadian" SpellingVendor="Hunspell"/>')"
known "$english$german" > map
idml 'English: USA'
told "... once" a.idml designmap.xml de "$(known "$english$german")"
story 'German: Reformed' > a.icml
"$T" splice -f de -t en --lang a.icml lines -o out.icml
is "InCopy has the same" "$(cat out.icml)" "$(story 'English: USA')"
done_testing
