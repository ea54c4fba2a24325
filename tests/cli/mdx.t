#!/bin/sh
# mdx.t - Markdown with components: expressions, tags and comments stay, and part no sentence.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -MJSON::PP -ne 'print decode_json($_)->{text}, "|"'
}
found() { # WHAT DOCUMENT WANTED [NAME]
    printf '%s\n' "$2" > "${4-a.mdx}"
    is "$1" "$(texts "${4-a.mdx}")" "$3"
    "$T" segments "${4-a.mdx}" | "$T" splice "${4-a.mdx}" - > out 2>&1
    check "... and nothing else changes" cmp out "${4-a.mdx}"
}

found "an expression is one word" 'Hello {name}, you have {n > 0 ? "new messages" : "none"} today.' \
    'Hello <1/>, you have <2/> today.|'
found "... with braces and tags in it" 'It costs {a.map((x) => { return <b key={x}>now</b> })} today.' \
    'It costs <1/> today.|'
found "... with a brace in a string" 'It is {a ? "b}" : `c}`} here.' 'It is <1/> here.|'
found "... alone in an item" '- {count === 1 ? <b>one apple</b> : <b>many apples</b>}' ''
found "... over lines" 'Some text with {user.name
  ? "a name"
  : "none"} in it.' 'Some text with|in it.|'
found "... over lines by itself" '{items.map((item) => (
  <li key={item}>one item</li>
))}

Some text.' 'Some text.|'
found "a brace that does not end is text" 'One {two and three.' 'One {two and three.|'
found "a comment is no text, and parts no sentence" 'Text {/* a *comment* here */} goes on.' 'Text <1/> goes on.|'
found "an arrow does not end a tag" '<Button label="Save the file" onClick={() => go()}>Click me</Button>' \
    'Save the file|Click me|'
found "... of a block of HTML" '<details onToggle={(e) => setOpen(e.target.open)}>
<summary>Read more</summary>
</details>' 'Read more|'
found "components in a sentence are marks" 'Press <Key>Enter</Key> or <Link to="/x">read *this*</Link> first.' \
    'Press <1>Enter</1> or <2>read <3>this</3></2> first.|'
found "... those without content, too" 'Use <Icon name="x" /> to go on.' 'Use <1/> to go on.|'
found "... with points in their names" 'The <Menu.Item>first one</Menu.Item> is red.' 'The <1>first one</1> is red.|'
found "fragments are none of text" '<>Some words</>' 'Some words|'
found "a tag over lines with expressions stays" '<Tabs
  values={[
    {label: "First tab", value: "a > b"},
  ]}>
<TabItem value="one">Text of the tab.</TabItem>
</Tabs>' 'Text of the tab.|'
found "expressions stay in blocks of HTML" '<div style={{color: "red"}}>
  Some text in {color} here.
</div>' 'Some text in <1/> here.|'
found "code of spans and blocks has none" 'Write `{` and `}` here.

```js
const a = {
```

After the block {x} it goes on.' 'Write <1/> and <2/> here.|After the block <1/> it goes on.|'
found "an import makes it MDX" 'import Tabs from "@theme/Tabs";

Hello {a > b}, my friend.' 'Hello <1/>, my friend.|' a.md
found "braces are text in other Markdown" 'Hello {a > b}, my friend.' 'Hello {a > b}, my friend.|' b.md

found "between tags is Markdown, at any indentation" '<Steps>
1. **Run the command** here:
       ```bash
       npx go
       ```

    Open it and *try* these:
       - Show all of them
       - Add the button
  <Note type="x" />
  goes on here
</Steps>' '<1>Run the command</1> here:|Open it and <1>try</1> these:|Show all of them|Add the button|goes on here|'
found "... in elements of HTML" '<div className="a"
     title="The title of it">
  * First thing
  * Second thing
    goes on
  <p>Read **this** now.</p>
</div> Words *behind* it.' 'The title of it|First thing|Second thing goes on|Read <1>this</1> now.|Words <1>behind</1> it.|'
found "... but for code and pictures" '<pre>
  stays as

    it is
</pre>
<code>
  stays
</code>
<script>alert("stays")</script>

<Preview>

```js
const stays = {};
```
</Preview>

And <code>some</code> text.

<code>a = b</code> is code.' 'And <1/> text.|<1/> is code.|'
found "... in quotations" '> <Quote by="Ann">
> Some *wise* words.
> </Quote>' 'Some <1>wise</1> words.|'

found "tags over lines are tags, and their values text" '<Card
  title="Getting started"
  onOpen={() => go("x")}

  href="/docs"
>
  Set *it* up.
  <svg
    viewBox="0 0 40 20"
  >
    <path
      d="M23.39"
    />
  </svg>
</Card>' 'Getting started|Set <1>it</1> up.|'
found "signs after a backslash are text" 'I \<3 you, and \{b} is c, \\\\{d}.' 'I &lt;3 you, and {b} is c, \\<1/>.|'
"$T" segments a.mdx | sed 's/I /You /' | "$T" splice a.mdx - > out
is "... and stay as they were written" "$(cat out)" 'You \<3 you, and \{b} is c, \\\\{d}.'

for name in a.md a.mdx; do
    found "the id of a heading in a comment stays behind it, $name" '## Can we do more? {/*can-we-do-more*/}' \
        'Can we do more?|' $name
    found "... of words with signs" '### Show `&&` here {/* show--here_2 */}' 'Show <1/> here|' $name
    found "... as one in braces does" '## Open the door {#open-the-door}' 'Open the door|' $name
done
echo '## What changed here {/*what-*changed*-here*/}' > a.md
"$T" segments a.md | sed 's/What changed here/Was hier neu ist/' | "$T" splice a.md - > out
is "it stays when the heading changes" "$(cat out)" '## Was hier neu ist {/*what-*changed*-here*/}'
found "attributes of components are text" \
    '<LinkCard title="A title" href="/a b/" description="The first steps" icon="a b" />' 'A title|The first steps|'
found "... those of elements are not" '<div description="The first steps" heading="So it is">Text here</div>' 'Text here|'
perl -e 'print "{a " x 200000, "\n\n", "<b c={" x 100000, "\n\n", map { ("`" x $_) . "x" } 1 .. 300' > hostile.mdx
check "what does not end takes no time" timeout 60 "$T" segments -f en hostile.mdx

done_testing
