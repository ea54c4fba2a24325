<?php
$lang["a"]['b'] = "Some \x41 \u{e9} text";
$lang[] = 'An item here';
define('MSG', 'A text here');
const X = 'More text';
$lang = array_merge($lang, array('K' => 'Merged text', ));
$lang['v'] = "Hello :name, you have $count new {$kind} messages, {$a['b']}";
?>
