<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1">
<context>
    <name>MainWindow</name>
    <message>
        <location filename="main.cpp" line="12"/>
        <source>&amp;Open the file...</source>
        <comment>Not text</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) in %L1 &quot;folder&quot;</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>It&apos;s &lt;b&gt;bold&lt;/b&gt; text for %1</source>
        <translation type="unfinished"/>
    </message>
    <message>
        <source>Done before</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Half done before</source>
        <translation type="unfinished">Halb</translation>
    </message>
    <message>
        <source>Gone text</source>
        <translation type="vanished"></translation>
    </message>
    <message>
        <source>First line here.
Second line here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
