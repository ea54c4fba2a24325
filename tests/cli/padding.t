#!/bin/sh
# padding.t - HTML: characters that nobody sees, with which newsletters fill their previews.
. tests/cli/tap.sh
cd "$TMP" || exit 1

both() { # NAME DOCUMENT TEXTS: what of the document is in small letters is text, and nothing else
    printf '%s\n' "$2" > a.html
    "$T" segments -f en a.html > a.jsonl
    is "$1" "$(perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"' a.jsonl)" "$3"
    perl -MJSON::PP -ne '$d = decode_json($_); $d->{text} =~ s/(<[^>]*>)|([a-z]+)/$1 || uc $2/ge;
        print encode_json($d), "\n"' a.jsonl | "$T" splice a.html - > a.out
    is "... and nothing else changes" "$(cat a.out)" "$(perl -pe \
        's/(<[^>]*>|&#?\w+;)|([a-z]+)/$1 || uc $2/ge' a.html)"
}

both "padding behind a preview is no text" \
    '<div>your order&#8203;&zwnj;&nbsp;&zwnj;&nbsp;&zwnj;&nbsp;</div><p>hello</p>' 'your order|hello|'
both "... of any such characters, with blanks" \
    '<div>big news &#847; &zwnj; &nbsp; &#8199; &shy; &#847; &#x200B; &#xFEFF;</div>' 'big news|'
both "... as they are" "$(printf '<div>fine day\342\200\214\302\240\342\200\214\302\240</div>')" 'fine day|'
both "... and before it" '<div>&nbsp;&zwnj;&nbsp;&zwnj; see <b>our</b> offer</div>' 'see <1>our</1> offer|'
both "padding alone is none" '<span>&#8204;&nbsp;&#8204;&nbsp;</span><p>hello</p>' 'hello|'
both "one of them in a word or between two is text" '<p>the 5&nbsp;kg co&shy;operation&#8203; bag</p>' \
    "$(printf 'the 5\302\240kg co\302\255operation\342\200\213 bag|')"

done_testing
