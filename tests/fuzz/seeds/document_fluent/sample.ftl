### A resource comment
# A comment of a message.
hello = Hello, world!
welcome = Welcome, { $user }, to { -brand-short-name }.
    .title = Good morning
    .accesskey = W
    .style = width: 40em
multi =
    This is a long text.
    A third sentence here.

    Another paragraph { DATETIME($date, month: "long") } here.
-term = { $case ->
   *[nominative] A good name
    [genitive] Of a good name
}
emails =
    { $n ->
        [0] You have no emails.
        [one] You have <b>one</b> email.
       *[other] You have { $n } emails from { $kind ->
            [a] friends
           *[b] others
        }.
    }
around = Delete { $n ->
    [one] one file
   *[other] { $n } files
}?
junk here
 also junk
attr-only =
    .label = Save the file
    .tooltip =
        Save { $x ->
            [1] it
           *[2] them
        }
last = The end
