"""The words of scenes.py: a line each, with bars between the forms that a remark before the list names.
A gender is m, f or n."""


def lines(text):
    return [line.strip() for line in text.strip().splitlines() if line.strip()]


# English singular and plural; German singular, plural, dative plural, gender.
PEOPLE = [tuple(line.split("|")) for line in lines("""
man|men|Mann|Männer|Männern|m
woman|women|Frau|Frauen|Frauen|f
boy|boys|Junge|Jungen|Jungen|m
girl|girls|Mädchen|Mädchen|Mädchen|n
child|children|Kind|Kinder|Kindern|n
toddler|toddlers|Kleinkind|Kleinkinder|Kleinkindern|n
baby|babies|Baby|Babys|Babys|n
teenager|teenagers|Teenager|Teenager|Teenagern|m
person|people|Person|Personen|Personen|f
lady|ladies|Dame|Damen|Damen|f
guy|guys|Typ|Typen|Typen|m
couple|couples|Paar|Paare|Paaren|n
worker|workers|Arbeiter|Arbeiter|Arbeitern|m
construction worker|construction workers|Bauarbeiter|Bauarbeiter|Bauarbeitern|m
policeman|policemen|Polizist|Polizisten|Polizisten|m
police officer|police officers|Polizeibeamter|Polizeibeamte|Polizeibeamten|m
firefighter|firefighters|Feuerwehrmann|Feuerwehrleute|Feuerwehrleuten|m
soldier|soldiers|Soldat|Soldaten|Soldaten|m
musician|musicians|Musiker|Musiker|Musikern|m
dancer|dancers|Tänzerin|Tänzerinnen|Tänzerinnen|f
singer|singers|Sängerin|Sängerinnen|Sängerinnen|f
cook|cooks|Koch|Köche|Köchen|m
waiter|waiters|Kellner|Kellner|Kellnern|m
waitress|waitresses|Kellnerin|Kellnerinnen|Kellnerinnen|f
student|students|Student|Studenten|Studenten|m
teacher|teachers|Lehrerin|Lehrerinnen|Lehrerinnen|f
tourist|tourists|Tourist|Touristen|Touristen|m
cyclist|cyclists|Radfahrer|Radfahrer|Radfahrern|m
skateboarder|skateboarders|Skateboarder|Skateboarder|Skateboardern|m
surfer|surfers|Surfer|Surfer|Surfern|m
skier|skiers|Skifahrer|Skifahrer|Skifahrern|m
hiker|hikers|Wanderer|Wanderer|Wanderern|m
climber|climbers|Kletterer|Kletterer|Kletterern|m
fisherman|fishermen|Fischer|Fischer|Fischern|m
farmer|farmers|Bauer|Bauern|Bauern|m
street vendor|street vendors|Straßenverkäufer|Straßenverkäufer|Straßenverkäufern|m
football player|football players|Fußballspieler|Fußballspieler|Fußballspielern|m
baseball player|baseball players|Baseballspieler|Baseballspieler|Baseballspielern|m
tennis player|tennis players|Tennisspielerin|Tennisspielerinnen|Tennisspielerinnen|f
clown|clowns|Clown|Clowns|Clowns|m
bride|brides|Braut|Bräute|Bräuten|f
gentleman|gentlemen|Herr|Herren|Herren|m
friend|friends|Freund|Freunde|Freunden|m
doctor|doctors|Arzt|Ärzte|Ärzten|m
artist|artists|Künstler|Künstler|Künstlern|m
guitarist|guitarists|Gitarrist|Gitarristen|Gitarristen|m
""")]
ANIMALS = [tuple(line.split("|")) for line in lines("""
dog|dogs|Hund|Hunde|Hunden|m
cat|cats|Katze|Katzen|Katzen|f
horse|horses|Pferd|Pferde|Pferden|n
cow|cows|Kuh|Kühe|Kühen|f
bird|birds|Vogel|Vögel|Vögeln|m
puppy|puppies|Welpe|Welpen|Welpen|m
elephant|elephants|Elefant|Elefanten|Elefanten|m
goat|goats|Ziege|Ziegen|Ziegen|f
sheep|sheep|Schaf|Schafe|Schafen|n
monkey|monkeys|Affe|Affen|Affen|m
""")]
AGES = [tuple(x.split("=")) for x in "young=jung old=alt little=klein elderly=älter middle-aged=mittelalt tall=groß smiling=lächelnd "
        "blond=blond Asian=asiatisch dark-haired=dunkelhaarig bald=kahlköpfig barefoot=barfüßig bearded=bärtig happy=glücklich "
        "tired=müde".split()]
FURS = [tuple(x.split("=")) for x in "brown=braun black=schwarz white=weiß small=klein big=groß gray=grau wet=nass "
        "spotted=gefleckt young=jung".split()]
COLOURS = [tuple(x.split("=")) for x in "red=rot blue=blau green=grün yellow=gelb black=schwarz white=weiß gray=grau brown=braun "
           "dark=dunkel striped=gestreift colorful=bunt checkered=kariert old=alt light blue=hellblau dark blue=dunkelblau "
           "bright=leuchtend".replace("light blue", "light_blue").replace("dark blue", "dark_blue").split()]
UNCHANGED = [tuple(x.split("=")) for x in "pink=rosa orange=orange purple=lila beige=beige".split()]
# What is worn: English, German, gender; plural things have none.
CLOTHES = [tuple(x.split("|")) for x in lines("""
shirt|Hemd|n
T-shirt|T-Shirt|n
jacket|Jacke|f
coat|Mantel|m
dress|Kleid|n
skirt|Rock|m
hat|Hut|m
cap|Mütze|f
baseball cap|Baseballkappe|f
sweater|Pullover|m
suit|Anzug|m
uniform|Uniform|f
scarf|Schal|m
helmet|Helm|m
apron|Schürze|f
vest|Weste|f
tie|Krawatte|f
bikini|Bikini|m
swimsuit|Badeanzug|m
tank top|Trägershirt|n
hoodie|Kapuzenpullover|m
costume|Kostüm|n
wig|Perücke|f
headscarf|Kopftuch|n
life jacket|Schwimmweste|f
hard hat|Schutzhelm|m
blouse|Bluse|f
jersey|Trikot|n
robe|Gewand|n
""")]
CLOTHES_PLURAL = [tuple(x.split("|")) for x in lines("""
jeans|Jeans
shorts|Shorts
pants|Hosen
boots|Stiefeln
gloves|Handschuhen
shoes|Schuhen
clothes|Kleidern
""")]
# How somebody looks, with what, without an article of its own.
LOOKS = [tuple(x.split("|")) for x in lines("""
with long hair|mit langen Haaren
with short hair|mit kurzen Haaren
with red hair|mit roten Haaren
with gray hair|mit grauen Haaren
with curly hair|mit lockigem Haar
with a beard|mit Bart
with glasses|mit Brille
wearing glasses|mit Brille
wearing sunglasses|mit Sonnenbrille
with a ponytail|mit Pferdeschwanz
with a backpack|mit einem Rucksack
with a tattoo on the arm|mit einer Tätowierung auf dem Arm
in a wheelchair|im Rollstuhl
in traditional clothing|in traditioneller Kleidung
in winter clothes|in Winterkleidung
in formal wear|in eleganter Kleidung
""")]
# Where: English, German (dative).
PLACES = [tuple(x.split("|")) for x in lines("""
in the park|im Park
in a park|in einem Park
on the beach|am Strand
at the beach|am Strand
on the street|auf der Straße
on a busy street|auf einer belebten Straße
in the street|auf der Straße
on a sidewalk|auf einem Gehweg
on the sidewalk|auf dem Bürgersteig
on a bench|auf einer Bank
on a park bench|auf einer Parkbank
in front of a building|vor einem Gebäude
in front of a brick building|vor einem Backsteingebäude
in front of a store|vor einem Geschäft
in front of a house|vor einem Haus
in front of a large crowd|vor einer großen Menschenmenge
in front of a microphone|vor einem Mikrofon
in front of a mirror|vor einem Spiegel
in front of a fountain|vor einem Springbrunnen
next to a car|neben einem Auto
next to a tree|neben einem Baum
next to a bicycle|neben einem Fahrrad
next to a river|neben einem Fluss
by the water|am Wasser
near the water|in der Nähe des Wassers
near a lake|in der Nähe eines Sees
near a building|in der Nähe eines Gebäudes
near the ocean|in der Nähe des Meeres
under a tree|unter einem Baum
under an umbrella|unter einem Schirm
under a bridge|unter einer Brücke
on a bridge|auf einer Brücke
on a rock|auf einem Felsen
on a large rock|auf einem großen Felsen
on the grass|auf dem Gras
in the grass|im Gras
in a grassy field|auf einer Wiese
on the ground|auf dem Boden
on the floor|auf dem Boden
on a couch|auf einem Sofa
on a sofa|auf einem Sofa
on a chair|auf einem Stuhl
on a bed|auf einem Bett
on the stairs|auf der Treppe
on some steps|auf einigen Stufen
on a ladder|auf einer Leiter
on a roof|auf einem Dach
on a stage|auf einer Bühne
on stage|auf der Bühne
on a boat|auf einem Boot
in a boat|in einem Boot
on a train|in einem Zug
in a bus|in einem Bus
at a bus stop|an einer Bushaltestelle
at a train station|an einem Bahnhof
in a subway station|in einer U-Bahn-Station
in a restaurant|in einem Restaurant
in a cafe|in einem Café
at a table|an einem Tisch
at the table|am Tisch
at a desk|an einem Schreibtisch
in a kitchen|in einer Küche
in the kitchen|in der Küche
in a living room|in einem Wohnzimmer
in a classroom|in einem Klassenzimmer
in an office|in einem Büro
in a library|in einer Bibliothek
in a gym|in einer Turnhalle
in a swimming pool|in einem Schwimmbecken
in the pool|im Schwimmbecken
in the snow|im Schnee
on a snowy mountain|auf einem verschneiten Berg
on a mountain|auf einem Berg
in the mountains|in den Bergen
in the woods|im Wald
in a forest|in einem Wald
in the water|im Wasser
in the rain|im Regen
in the sand|im Sand
in the sun|in der Sonne
in the desert|in der Wüste
in a field|auf einem Feld
in a garden|in einem Garten
in a backyard|in einem Garten hinter dem Haus
on a playground|auf einem Spielplatz
on a swing|auf einer Schaukel
at a market|auf einem Markt
at an outdoor market|auf einem Markt im Freien
at a party|auf einer Party
at a concert|bei einem Konzert
at a wedding|bei einer Hochzeit
at night|bei Nacht
in the city|in der Stadt
in a parking lot|auf einem Parkplatz
in a crowded room|in einem überfüllten Raum
against a wall|an einer Wand
behind a counter|hinter einer Theke
behind a fence|hinter einem Zaun
outside|draußen
outdoors|im Freien
inside|drinnen
on a sunny day|an einem sonnigen Tag
on a cold day|an einem kalten Tag
on a dirt road|auf einem Feldweg
in an alley|in einer Gasse
beside a pool|neben einem Schwimmbecken
at the zoo|im Zoo
in a museum|in einem Museum
in a hospital|in einem Krankenhaus
in a shopping mall|in einem Einkaufszentrum
in a workshop|in einer Werkstatt
on a basketball court|auf einem Basketballplatz
on a soccer field|auf einem Fußballfeld
on a tennis court|auf einem Tennisplatz
""")]
# What somebody does without an object: English third person, plural, -ing; German singular, plural, and what
# closes the clause; `p` where a place may follow.
DOES = [tuple(x.split("|")) for x in lines("""
stands|stand|standing|steht|stehen||p
sits|sit|sitting|sitzt|sitzen||p
sleeps|sleep|sleeping|schläft|schlafen||p
lies|lie|lying|liegt|liegen||p
waits|wait|waiting|wartet|warten||p
walks|walk|walking|geht|gehen||-
dances|dance|dancing|tanzt|tanzen||p
sings|sing|singing|singt|singen||p
plays|play|playing|spielt|spielen||p
works|work|working|arbeitet|arbeiten||p
relaxes|relax|relaxing|entspannt sich|entspannen sich||p
rests|rest|resting|ruht sich|ruhen sich|aus|p
smiles|smile|smiling|lächelt|lächeln||p
laughs|laugh|laughing|lacht|lachen||p
poses for a picture|pose for a picture|posing for a picture|posiert für ein Foto|posieren für ein Foto||p
talks|talk|talking|redet|reden||p
talks on the phone|talk on the phone|talking on the phone|telefoniert|telefonieren||p
talks on a cell phone|talk on a cell phone|talking on a cell phone|telefoniert mit einem Handy|telefonieren mit einem Handy||p
reads|read|reading|liest|lesen||p
eats|eat|eating|isst|essen||p
cooks|cook|cooking|kocht|kochen||p
swims|swim|swimming|schwimmt|schwimmen||p
kneels|kneel|kneeling|kniet|knien||p
crouches|crouch|crouching|hockt|hocken||p
performs|perform|performing|tritt|treten|auf|p
exercises|exercise|exercising|trainiert|trainieren||p
fishes|fish|fishing|angelt|angeln||p
rides a bike|ride bikes|riding a bike|fährt Fahrrad|fahren Fahrrad||p
rides a bicycle|ride bicycles|riding a bicycle|fährt Rad|fahren Rad||p
plays the guitar|play the guitar|playing the guitar|spielt Gitarre|spielen Gitarre||p
plays guitar|play guitar|playing guitar|spielt Gitarre|spielen Gitarre||p
plays the drums|play the drums|playing the drums|spielt Schlagzeug|spielen Schlagzeug||p
plays the violin|play the violin|playing the violin|spielt Geige|spielen Geige||p
plays the piano|play the piano|playing the piano|spielt Klavier|spielen Klavier||p
plays soccer|play soccer|playing soccer|spielt Fußball|spielen Fußball||p
plays football|play football|playing football|spielt Football|spielen Football||p
plays basketball|play basketball|playing basketball|spielt Basketball|spielen Basketball||p
plays tennis|play tennis|playing tennis|spielt Tennis|spielen Tennis||p
plays volleyball|play volleyball|playing volleyball|spielt Volleyball|spielen Volleyball||p
plays chess|play chess|playing chess|spielt Schach|spielen Schach||p
plays cards|play cards|playing cards|spielt Karten|spielen Karten||p
takes pictures|take pictures|taking pictures|fotografiert|fotografieren||p
takes a photo|take photos|taking a photo|macht ein Foto|machen Fotos||p
listens to music|listen to music|listening to music|hört Musik|hören Musik||p
does a trick on a skateboard|do tricks on skateboards|doing a trick on a skateboard|macht einen Trick auf einem Skateboard|machen Tricks auf Skateboards||p
cuts wood|cut wood|cutting wood|sägt Holz|sägen Holz||p
drinks coffee|drink coffee|drinking coffee|trinkt Kaffee|trinken Kaffee||p
drinks beer|drink beer|drinking beer|trinkt Bier|trinken Bier||p
sells fruit|sell fruit|selling fruit|verkauft Obst|verkaufen Obst||p
sells vegetables|sell vegetables|selling vegetables|verkauft Gemüse|verkaufen Gemüse||p
washes dishes|wash dishes|washing dishes|spült Geschirr|spülen Geschirr||p
prepares food|prepare food|preparing food|bereitet Essen|bereiten Essen|zu|p
blows bubbles|blow bubbles|blowing bubbles|macht Seifenblasen|machen Seifenblasen||p
looks into the distance|look into the distance|looking into the distance|blickt in die Ferne|blicken in die Ferne||-
looks at the camera|look at the camera|looking at the camera|schaut in die Kamera|schauen in die Kamera||-
looks up|look up|looking up|schaut nach oben|schauen nach oben||-
looks down|look down|looking down|schaut nach unten|schauen nach unten||-
crosses the street|cross the street|crossing the street|überquert die Straße|überqueren die Straße||-
walks down the street|walk down the street|walking down the street|geht die Straße|gehen die Straße|entlang|-
walks along the beach|walk along the beach|walking along the beach|geht am Strand|gehen am Strand|entlang|-
walks past a store|walk past a store|walking past a store|geht an einem Geschäft|gehen an einem Geschäft|vorbei|-
walks through the snow|walk through the snow|walking through the snow|geht durch den Schnee|gehen durch den Schnee||-
runs across a field|run across a field|running across a field|rennt über ein Feld|rennen über ein Feld||-
runs through the water|run through the water|running through the water|rennt durch das Wasser|rennen durch das Wasser||-
runs along the beach|run along the beach|running along the beach|läuft den Strand|laufen den Strand|entlang|-
jumps into the water|jump into the water|jumping into the water|springt ins Wasser|springen ins Wasser||-
jumps into a pool|jump into a pool|jumping into a pool|springt in ein Schwimmbecken|springen in ein Schwimmbecken||-
jumps in the air|jump in the air|jumping in the air|springt in die Luft|springen in die Luft||-
jumps over a fence|jump over a fence|jumping over a fence|springt über einen Zaun|springen über einen Zaun||-
climbs a rock|climb a rock|climbing a rock|klettert auf einen Felsen|klettern auf einen Felsen||-
climbs up a rock wall|climb up a rock wall|climbing up a rock wall|klettert eine Felswand|klettern eine Felswand|hinauf|-
climbs a tree|climb a tree|climbing a tree|klettert auf einen Baum|klettern auf einen Baum||-
slides down a slide|slide down a slide|sliding down a slide|rutscht eine Rutsche|rutschen eine Rutsche|hinunter|-
rides down a hill|ride down a hill|riding down a hill|fährt einen Hügel|fahren einen Hügel|hinunter|-
skis down a mountain|ski down a mountain|skiing down a mountain|fährt auf Skiern einen Berg|fahren auf Skiern einen Berg|hinunter|-
rides a wave|ride a wave|riding a wave|reitet auf einer Welle|reiten auf einer Welle||-
rides a horse|ride horses|riding a horse|reitet auf einem Pferd|reiten auf Pferden||p
leans against a wall|lean against a wall|leaning against a wall|lehnt an einer Wand|lehnen an einer Wand||-
gets ready to jump|get ready to jump|getting ready to jump|macht sich bereit zu springen|machen sich bereit zu springen||-
tries to catch a ball|try to catch a ball|trying to catch a ball|versucht, einen Ball zu fangen|versuchen, einen Ball zu fangen||-
watches|watch|watching|sieht|sehen|zu|-
waves|wave|waving|winkt|winken||p
""")]
# With an object in the accusative: English third person, plural, -ing; German singular, plural, end.
ACTS = [tuple(x.split("|")) for x in lines("""
holds|hold|holding|hält|halten|
carries|carry|carrying|trägt|tragen|
pushes|push|pushing|schiebt|schieben|
pulls|pull|pulling|zieht|ziehen|
cleans|clean|cleaning|putzt|putzen|
paints|paint|painting|malt|malen|
looks at|look at|looking at|sieht sich|sehen sich|an
repairs|repair|repairing|repariert|reparieren|
throws|throw|throwing|wirft|werfen|
catches|catch|catching|fängt|fangen|
kicks|kick|kicking|tritt|treten|
examines|examine|examining|untersucht|untersuchen|
buys|buy|buying|kauft|kaufen|
uses|use|using|benutzt|benutzen|
watches|watch|watching|beobachtet|beobachten|
opens|open|opening|öffnet|öffnen|
hugs|hug|hugging|umarmt|umarmen|
feeds|feed|feeding|füttert|füttern|
pets|pet|petting|streichelt|streicheln|
reads|read|reading|liest|lesen|
eats|eat|eating|isst|essen|
drinks|drink|drinking|trinkt|trinken|
plays with|play with|playing with|spielt mit|spielen mit|
points at|point at|pointing at|zeigt auf|zeigen auf|
rides|ride|riding|fährt auf|fahren auf|
builds|build|building|baut|bauen|
washes|wash|washing|wäscht|waschen|
""")]
# Things for each act: English singular, German, gender.
THINGS = {key: [tuple(x.strip().split("=")) for x in value.split(",")] for key, value in {
    "holds carries": "bag=Tasche/f, sign=Schild/n, umbrella=Regenschirm/m, camera=Kamera/f, flag=Fahne/f, ball=Ball/m, box=Kiste/f, "
    "basket=Korb/m, bucket=Eimer/m, guitar=Gitarre/f, microphone=Mikrofon/n, cup=Tasse/f, bottle=Flasche/f, glass=Glas/n, "
    "balloon=Luftballon/m, flower=Blume/f, newspaper=Zeitung/f, book=Buch/n, plate=Teller/m, stick=Stock/m, rope=Seil/n, "
    "surfboard=Surfbrett/n, skateboard=Skateboard/n, suitcase=Koffer/m, backpack=Rucksack/m, cell phone=Handy/n, tray=Tablett/n, "
    "fish=Fisch/m, baby=Baby/n, torch=Fackel/f, ladder=Leiter/f, shovel=Schaufel/f, broom=Besen/m, tennis racket=Tennisschläger/m, "
    "baseball bat=Baseballschläger/m, purse=Handtasche/f, candle=Kerze/f, knife=Messer/n, violin=Geige/f, drink=Getränk/n",
    "pushes pulls": "stroller=Kinderwagen/m, cart=Karren/m, shopping cart=Einkaufswagen/m, wheelbarrow=Schubkarre/f, bicycle=Fahrrad/n, "
    "sled=Schlitten/m, wagon=Wagen/m, wheelchair=Rollstuhl/m, lawn mower=Rasenmäher/m, boat=Boot/n, suitcase=Koffer/m",
    "cleans washes": "window=Fenster/n, car=Auto/n, floor=Boden/m, table=Tisch/m, boat=Boot/n, street=Straße/f, kitchen=Küche/f",
    "paints": "picture=Bild/n, wall=Wand/f, fence=Zaun/m, house=Haus/n, face=Gesicht/n",
    "looks at examines": "painting=Gemälde/n, book=Buch/n, map=Karte/f, picture=Bild/n, statue=Statue/f, sign=Schild/n, plant=Pflanze/f, "
    "computer=Computer/m, shop window=Schaufenster/n, magazine=Zeitschrift/f, machine=Maschine/f, rock=Stein/m",
    "repairs builds": "bicycle=Fahrrad/n, car=Auto/n, roof=Dach/n, wall=Mauer/f, machine=Maschine/f, fence=Zaun/m, bridge=Brücke/f, "
    "sandcastle=Sandburg/f, house=Haus/n, boat=Boot/n",
    "throws catches kicks": "ball=Ball/m, football=Football/m, baseball=Baseball/m, frisbee=Frisbee/n, stone=Stein/m, snowball=Schneeball/m",
    "buys": "ticket=Fahrkarte/f, hat=Hut/m, watermelon=Wassermelone/f, fish=Fisch/m, newspaper=Zeitung/f, ice cream=Eis/n",
    "uses": "computer=Computer/m, laptop=Laptop/m, camera=Kamera/f, telescope=Teleskop/n, hammer=Hammer/m, machine=Maschine/f, "
    "saw=Säge/f, sewing machine=Nähmaschine/f, tool=Werkzeug/n, microscope=Mikroskop/n",
    "watches points at": "parade=Parade/f, game=Spiel/n, bird=Vogel/m, show=Vorführung/f, boat=Boot/n, dog=Hund/m, airplane=Flugzeug/n",
    "opens": "door=Tür/f, bottle=Flasche/f, gift=Geschenk/n, box=Kiste/f, window=Fenster/n, book=Buch/n",
    "hugs feeds pets": "dog=Hund/m, cat=Katze/f, horse=Pferd/n, goat=Ziege/f, baby=Baby/n, child=Kind/n, cow=Kuh/f",
    "reads": "book=Buch/n, newspaper=Zeitung/f, magazine=Zeitschrift/f, letter=Brief/m, map=Karte/f, sign=Schild/n",
    "eats": "sandwich=Sandwich/n, apple=Apfel/m, ice cream cone=Eis/n, piece of cake=Stück Kuchen/n, banana=Banane/f, hamburger=Hamburger/m, "
    "cookie=Keks/m, pizza=Pizza/f, hot dog=Hotdog/m",
    "drinks": "cup of coffee=Tasse Kaffee/f, glass of water=Glas Wasser/n, glass of wine=Glas Wein/n, beer=Bier/n, cup of tea=Tasse Tee/f",
}.items()}
DATIVE = {  # the object of `mit` and `auf`
    "plays with": "ball=Ball/m, toy=Spielzeug/n, dog=Hund/m, toy car=Spielzeugauto/n, kite=Drachen/m, doll=Puppe/f, puppy=Welpen/m, "
    "hula hoop=Hula-Hoop-Reifen/m, stick=Stock/m, balloon=Luftballon/m",
    "rides": "skateboard=Skateboard/n, motorcycle=Motorrad/n, scooter=Roller/m, bicycle=Fahrrad/n, tractor=Traktor/m, "
    "surfboard=Surfbrett/n, unicycle=Einrad/n, dirt bike=Geländemotorrad/n",
}
DATIVE = {key: [tuple(x.strip().split("=")) for x in value.split(",")] for key, value in DATIVE.items()}
# What animals do.
ANIMALS_DO = [tuple(x.split("|")) for x in lines("""
runs|run|running|rennt|rennen||p
jumps|jump|jumping|springt|springen||p
sleeps|sleep|sleeping|schläft|schlafen||p
stands|stand|standing|steht|stehen||p
lies|lie|lying|liegt|liegen||p
sits|sit|sitting|sitzt|sitzen||p
plays|play|playing|spielt|spielen||p
swims|swim|swimming|schwimmt|schwimmen||p
catches a ball|catch balls|catching a ball|fängt einen Ball|fangen Bälle||p
runs through the snow|run through the snow|running through the snow|rennt durch den Schnee|rennen durch den Schnee||-
runs through the water|run through the water|running through the water|rennt durch das Wasser|rennen durch das Wasser||-
runs across the grass|run across the grass|running across the grass|rennt über die Wiese|rennen über die Wiese||-
jumps over a hurdle|jump over a hurdle|jumping over a hurdle|springt über eine Hürde|springen über eine Hürde||-
shakes off water|shake off water|shaking off water|schüttelt Wasser|schütteln Wasser|ab|-
chews on a bone|chew on a bone|chewing on a bone|kaut an einem Knochen|kauen an einem Knochen||p
carries a stick in its mouth|carry sticks in their mouths|carrying a stick in its mouth|trägt einen Stock im Maul|tragen Stöcke im Maul||-
chases a ball|chase a ball|chasing a ball|jagt einem Ball|jagen einem Ball|nach|-
digs in the sand|dig in the sand|digging in the sand|gräbt im Sand|graben im Sand||-
""")]
COUNTS = [tuple(x.split("=")) for x in "two=zwei three=drei four=vier five=fünf several=mehrere some=einige many=viele".split()]
GROUPS = [tuple(x.split("|")) for x in lines("""
a group of|eine Gruppe
a small group of|eine kleine Gruppe
a large group of|eine große Gruppe
a crowd of|eine Menge
a team of|ein Team
""")]
# What else is to be seen: a sentence's end.
ENDS = [tuple(x.split("|")) for x in lines("""
while a woman watches|während eine Frau zusieht
while other people watch|während andere Leute zusehen
while others look on|während andere zuschauen
while a man takes a picture|während ein Mann ein Foto macht
as people walk by|während Leute vorbeigehen
as a crowd watches|während eine Menschenmenge zusieht
while the sun is setting|während die Sonne untergeht
with mountains in the background|mit Bergen im Hintergrund
with trees in the background|mit Bäumen im Hintergrund
with buildings in the background|mit Gebäuden im Hintergrund
with a city in the background|mit einer Stadt im Hintergrund
""")]
BEGINNINGS = [tuple(x.split("|")) for x in lines("""
In the background,|Im Hintergrund
In the foreground,|Im Vordergrund
On the left,|Links
On the right,|Rechts
At night,|In der Nacht
On a sunny day,|An einem sonnigen Tag
In a large room,|In einem großen Raum
Outside a shop,|Vor einem Laden
""")]
