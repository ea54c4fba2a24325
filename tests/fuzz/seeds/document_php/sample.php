<?php
/* The language file.  'Not' => 'this text' */
if (!defined('IN_APP')) { exit; }
return [
    'welcome' => 'Welcome, {name}, to our site!',
    "nested" => [
        'a' => "You have %d new {kind} messages\n",
        'b' => array('It\'s here', "Cost: 5 for {name}", 'C:\\path is here'),
        3 => 'Number key text', // a comment
    ],
    'call' => env('NAME', 'Some Name'),
    'joined' => 'First part ' . 'second part',
    'here' => <<<EOT
        This is a long text.
          And another line here.
        EOT,
    'now' => <<<'X'
Nothing is replaced here.
X
    , 'id' => 'app_id', 'on' => true, 'n' => 12,
    Foo::LABEL => 'The last text', # a comment
];
