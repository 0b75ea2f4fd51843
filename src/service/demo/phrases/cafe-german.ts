import type { Bank } from '../speech.ts'

export const cafeGerman: Bank = {
  emoji: '☕ 😊 😄 🍰 😅 👋 🙂 ❤️ 😂',
  slots: {
    person:
      'Uwe|Gisela|der Professor|Hatice|Thorsten|die Frau vom Kiosk|Milan|Annegret|der Neue|Frau Pohl|Cem|Lutz|Rosa|der Pianist|Dragan|Nele',
    deed: 'die Rechnung vergessen|beim Skat geschummelt|den letzten Kuchen gegessen|drei Stunden erzählt|das Fenster offen gelassen|ein Gedicht aufgesagt|den Hund mitgebracht|alle eingeladen|die Zeitung zerschnitten|laut mitgesungen|am falschen Tisch gesessen',
    taste:
      'ausgezeichnet|ein Traum|ganz ordentlich|wie früher|besser als gestern|himmlisch|solide|zum Niederknien|gewöhnungsbedürftig|viel zu gut',
    cake: 'Käsekuchen|Apfelkuchen|Streuselkuchen|Mohnkuchen|Bienenstich|Pflaumenkuchen|Kirschkuchen|Rhabarberkuchen|Marmorkuchen|Apfelstrudel',
    drink: 'Milchkaffee|Espresso|Kakao|Pfefferminztee|Cortado|Filterkaffee|Rotwein|Ingwertee',
    quarter: 'Ehrenfeld|Nippes|der Südstadt|Deutz|Sülz|Kalk|Mülheim|Lindenthal|Porz|dem Agnesviertel|Bickendorf',
    line: 'Linie 1|Linie 5|Linie 7|Linie 12|Linie 15|Linie 16|Linie 18|die S11|die S19',
    book: 'Krimi aus Island|dicken Russen|Gedichtband|Reiseführer|Roman von nebenan|Comic|alten Simmel|Bildband',
    day: 'Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag',
    game: 'Skat|Doppelkopf|Schach|Backgammon|Scrabble|Kniffel',
    thing: 'Schirm|Schal|Schlüsselbund|Rucksack|Fahrradhelm|Handschuh|Kopfhörer',
    weather: 'es regnet quer|es nieselt|die Sonne kommt raus|es stürmt|es ist neblig|es schneit ein bisschen|es ist viel zu warm',
  },
  topics: {
    day: `
{person} (sitzt|wartet|winkt) am Fenster und (sucht dich|fragt nach {cake}|hat {deed}) // Sag, ich komme in {5-30} Minuten // Mach ich
Der {cake} heute: {taste} // Besser als der {cake2}? // Kein Vergleich
Bringt jemand {person} den {thing} mit? Liegt noch hier // Ich fahre {line}, nehme ihn mit // Danke dir
{person} aus {quarter} sucht jemanden für {game} am {day} // Gern! // Sag ich weiter
Mit {line} nach {quarter}, {weather}, also erst {drink}
Hat {person} wirklich {deed}? // Ja, ich war dabei // Ich fasse es nicht
{drink} um {9-16} Uhr, wer kommt? // Ich // Ich auch, bringe {person} mit
Bild von heute früh: https://bilder.example/cafe-{100-999}.jpg
Am {day} Flohmarkt in {quarter} // Standplätze noch frei? // Frag {person}
Suche {thing}, blau, wohl am {day} liegen gelassen // # Hier liegen drei. Welches Blau? // Das schönste
(Guten Morgen|Morgen|Moin|Hallo|Guten Tag|Tach) (zusammen|allerseits|ihr Lieben|aus {quarter})
Habt ihr heute {cake}? // # Ja, frisch aus dem Ofen, noch {3-11} Stück // (Bitte eins zurücklegen|Ich komme sofort|Bin unterwegs)!
Gibt es noch {cake}? // # Leider aus, dafür {cake2} // (Auch gut|Schade|Nehm ich)
Der {cake} war (wieder zuerst weg|gestern ein Traum|schneller weg als ich gucken konnte)
Nächstes Mal bringe ich {cake} mit // Versprochen? // (Versprochen|Ehrenwort)
Wie lange habt ihr (heute|am {day}) auf? // # Bis Mitternacht, freitags und samstags bis zwei // Danke
Ist noch ein Tisch frei? // # Am Fenster, für {2-5} // (Perfekt|Wir kommen), in {5-25} Minuten
Ist der Tisch am Fenster frei? // Sitze ich dran, rück aber gern // (Lieb von dir|Danke), {@}
Hat jemand einen {thing} gefunden? // # Liegt hinter der Theke // (Gott sei Dank|Puh), hole ich am {day}
{line} fällt (mal wieder|heute) aus // Schienenersatz fährt, dauert ewig // Dann laufe ich
Kommt {line} durch? // Seit einer halben Stunde nicht // (Toll|Na super|Danke für die Warnung)
{line} hat {10-55} Minuten Verspätung, trinkt schon mal ohne mich
Bei uns in {quarter}: {weather} // Hier auch // Also {drink}
Einen {drink} bitte an Tisch {2-14} 😄
{drink} und ein {book}, Handy ist (gleich|fast) aus
Lese gerade einen {book}, sehr zu empfehlen // Titel? // Bringe ich am {day} mit
Wer liest mit? Neuer Lesekreis am {day} // Ich // Ich auch, wenn es kein Krimi ist
Braucht jemand Umzugskisten? Stehen in {quarter} // Wie viele? // {10-40}, alle sauber // Nehm ich!
Suche Wohnung in {quarter}, {40-75} Quadratmeter // Viel Glück. Sehr viel Glück // Ich weiß...
Wer kennt einen guten (Schuster|Zahnarzt|Fahrradladen|Friseur|Klavierstimmer) in {quarter}? // Frag an der Theke, die kennen alle // Mach ich
(Schönen Feierabend|Mahlzeit|Schönen Tag) aus {quarter}
Foto vom {cake}: https://bilder.example/kuchen-{10-99}.jpg // Gemein, ich sitze im Büro // Deshalb ja
Das Rezept vom {cake}? // # Familiengeheimnis. Na gut: https://nachtcafe.example/rezepte // Ihr seid die Besten
Karte für diese Woche: https://nachtcafe.example/karte
WLAN-Passwort geändert? // # Steht jetzt auf dem Bon // ah, danke
# Heute frisch: {cake} und {cake2}. Solange der Vorrat reicht.
# Am {day} bleibt die Küche kalt, der Ofen wird gewartet. Kuchen gibt es trotzdem.
`,
    evening: `
{person} hat (wieder|schon wieder|heute) {deed} // Das überrascht (niemanden|mich nicht|nur dich) // Stimmt auch
Wo ist eigentlich {person}? // In {quarter}, glaube ich // Mit {drink}, wette ich
{person} sagt, der {cake} war {taste} // {person2} sagt das Gegenteil // Dann probiere ich selbst
Ein {drink}, {taste}, und draußen: {weather}
Habe {person} auf {line} getroffen, schöne Grüße // Danke, zurück! // Kommt {person} am {day}?
{game} mit {person} und {person2}, {2-5} Stunden, {0-3} Siege. Reden wir nicht drüber
Erinnert mich am {day} an meinen {thing} // Wie letztes Mal? // Genau deswegen
Wer hat {deed}? // {person} // Nein, {person2}! // > Ich sage nichts
Kleine Runde heute, nur {person}, {person2} und ich // Bin in {10-40} Minuten da // Schön
Bin in {quarter} und höre die Musik bis hier // Übertreib nicht // Fast bis hier
{drink} oder {drink2}? // {drink2} // Immer diese Radikalen
Lese gerade einen {book} vor. {person} schläft schon
In {quarter} ist (mal wieder|seit einer Stunde) Stromausfall, kann ich kommen? // Klar, bring Kerzen // Und {cake}!
Was macht das Knie, {@}? // Besser, danke. Und deins? // {taste}
(Guten Abend|Abend|'n Abend|Nabend) (zusammen|allerseits|aus {quarter})
Wer ist heute (noch |)da? // Ich, hinten links // Bring {drink} mit
Spielt jemand {game}? // Gern, in {10-30} Minuten // Ich stelle auf
{game} am {day}? Uns fehlt (einer|eine|noch wer) // Ich wäre dabei // (Super|Abgemacht)
Wer hat gestern beim {game} gewonnen? // Uschi. Wieder // Die schummelt // Das habe ich gelesen!
(Live-Musik|Lesung|Offene Bühne) am {day}? // # Um acht, Eintritt frei, Hut geht rum // (Schön|Komme|Bringe Leute mit)
Der Pianist heute (ist wunderbar|spielt alles in Moll|kann was) // Das ist Uwes Neffe // Ach was!
Noch einen {drink} und dann (wirklich |)ins Bett
Ich sollte (längst schlafen|heim|nach {quarter}), aber es ist so gemütlich
Letzte Bahn? // {line} um {0-1}:{10-58} // (Danke|Schaffe ich nie|Dann eben Fahrrad)
Wer läuft mit Richtung {quarter}? // Ich, in zehn Minuten // Warte an der Tür
(Gute Nacht|Nacht|Schlaft gut) aus {quarter} 🌙
Gute Nacht // Schlaf gut, {@} // Bis {day}
{weather}, ich bleibe noch // Vernünftig // Eben
Habt ihr das Spiel gesehen? // Frag nicht // So schlimm? // Schlimmer
FC heute? // {0-3}:{0-4} // (Ich will nicht drüber reden|Immerhin|Wie immer)
Meine Tochter hat die Prüfung bestanden! // Glückwunsch! // # {cake} geht aufs Haus // Ihr seid lieb
Kann nicht schlafen, ist noch wer wach? // Immer // {drink}? // Gern
Erzählt mal was Schönes von heute // {line} war pünktlich // Du lügst
Ich habe heute {2-9} Stunden an einem Satz geschrieben // Und, steht er? // Gestrichen
Mein Nachbar übt Trompete // Immer noch? // Seit {2-11} Jahren dasselbe Stück
Was trinkt ihr? // {drink} // {drink2}, wie immer
Morgen früh raus // Das sagst du seit {2-4} Stunden // Ertappt
Hat noch jemand Hunger? // Küche ist zu, {cake} gibt es noch // Überredet
Weiß jemand, wie das Lied gerade hieß? // Irgendwas Portugiesisches // Danke, das hilft 😄
Bernd, dein {thing} liegt noch hier // # Hängt am Haken // Bernd vergisst irgendwann seinen Kopf
Wer kommt am {day} zum Aufräumen? // Ich, ab zehn // Ich bringe {cake}
Heute vor {2-19} Jahren war hier Eröffnung // # Und der erste Gast hat nicht bezahlt // Das war Bernd
Genau (so|das|mein Reden)
(Haha|😂|Herrlich|Typisch Köln|Et kütt wie et kütt)
# Letzte Runde in {10-30} Minuten, ihr Lieben.
`,
  },
}
