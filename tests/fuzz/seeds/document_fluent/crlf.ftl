a =
  Some text
  and { $x
 } more

  Last { "}" } words
b = { c.d ->
[one] One word
*[other]
  Two words
}
 .c = Some words
d = { $x
e = Not } this
