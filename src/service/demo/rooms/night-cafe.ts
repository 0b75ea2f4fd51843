import { converse } from '../conversation.ts'
import { cafeGerman } from '../phrases/cafe-german.ts'
import { hourOf } from '../rhythm.ts'
import { lines, spam, type Line, type Wave } from '../special-messages.ts'
import { days, inOrder, minutes, type Room } from './room.ts'

/** From nine in the morning to one at night in Cologne, in UTC; the evening is the busy part. */
function busyness(seconds: number): number {
  const hour = hourOf(seconds)
  if (hour < 7) return hour === 0 ? 4 : 0.2
  return hour < 11 ? 3 : hour < 16 ? 5 : hour < 22 ? 11 : 7
}

const coinWave: Wave = {
  ago: 3.45 * days,
  minutes: 6,
  posters: { coin_lena: 14, 'profi.trader': 11, gast_2219: 7, gast_2220: 7, gast_2231: 5 },
  texts: [
    'Mit {n} Euro Einsatz 3000 im Monat, ich zeige wie: http://coin-schule.example',
    'Mit {n} Euro Einsatz 3000 im Monat! Ich zeige wie: http://coin-schule.example',
    'mit {n} euro einsatz 3000 im monat, schreib mir http://coin-schule.example',
  ],
}

const incidents: Line[] = [
  [14.2 * days, 'gast_1804', 'Ihr seid doch alle Vollidioten hier'],
  [14.2 * days - 25, 'Uschi', 'Und du sitzt mittendrin, Schatz. Kaffee?'],
  [3.44 * days, 'Bernd', 'Was ist denn hier los, dauernd diese Münzen'],
  [3.43 * days, '*Nachtcafé', 'Wird gleich weggeputzt. Bitte nicht anklicken.'],
  [10.6 * days, 'Hatice', 'Hab „Klassentreffen in Kassel“ geschrieben und es kam mit Sternchen an 😅'],
  [10.6 * days - 60, '*Nachtcafé', 'Der Wortfilter. Wir üben noch.'],
]

const lastWords: Line[] = [
  [31 * minutes, 'Svenja', 'Gibt es noch Käsekuchen?'],
  [29.6 * minutes, '*Nachtcafé', 'Ein Stück. Jetzt keins mehr, Bernd war schneller.'],
  [28.8 * minutes, 'Uschi', 'Der Käsekuchen war wieder zuerst weg'],
  [26.1 * minutes, 'Bernd', 'Nächstes Mal bringe ich zwei mit'],
]

export const nightCafe: Room = {
  hash: '8sVh@-3k',
  createdDaysAgo: 1266,
  settings: {
    name: 'Nachtcafé Köln',
    langId: 'de',
    networkOneLogin: false,
    networkTwoLogin: false,
    register: true,
    guestAvatar: true,
    filterWords: ' idiot,arschloch, ass, coin-schule,depp',
    upload: true,
    allowAudio: false,
    httpsOnly: true,
    sound_message: 'knock',
    sound_privateMessage: 'chime',
    sound_notice: 'bell',
    options_qr: true,
    options_fontSize: true,
    groupChatWelcomeMessage: 'Schön, dass du da bist ☕ Heute im Ofen: https://nachtcafe.example/karte',
    privateChatWelcomeMessage: 'Reservierungen bitte hier hinein, mit Uhrzeit und Zahl der Leute.',
    privateChatWelcomeMessageDelay: 8,
    offlineMessage: 'Wir schlafen. Ab neun wieder für euch da.',
  },
  design: { theme: 'paper', accent: '#7b4b2a', corners: 'round' },
  polls: [
    {
      question: 'Welcher Kuchen am Sonntag?',
      answers: [
        ['Käsekuchen', 39],
        ['Mohnkuchen', 17],
        ['Bienenstich', 39],
        ['Egal, Hauptsache Kuchen', 22],
      ],
      createdAgo: 1.9 * days,
      sentAgo: 1.9 * days - 20,
      publishedAgo: 1.1 * days,
    },
    {
      question: 'Lesekreis: Krimi oder kein Krimi?',
      answers: [
        ['Krimi', 8],
        ['Kein Krimi', 13],
      ],
      createdAgo: 4.4 * days,
      sentAgo: 4.3 * days,
    },
    {
      question: 'Neue Öffnungszeiten ab Januar?',
      answers: [
        ['8 bis 24 Uhr', 0],
        ['9 bis 1 Uhr', 0],
        ['So lassen', 0],
      ],
      createdAgo: 0.4 * days,
    },
  ],
  bans: ['192.0.2.0-192.0.2.255', '192.0.2.77', '198.51.100.7', '203.0.113.0-203.0.113.63', '203.0.113.64-203.0.113.127'],
  messages(random, now) {
    const talk = converse(random, {
      voices: [{ language: 'de', bank: cafeGerman, share: 1 }],
      host: 'Nachtcafé',
      span: { from: now - 30 * days, to: now - 33 * minutes },
      exchanges: 1300,
      busyness,
      topicAt: (seconds) => (hourOf(seconds) >= 7 && hourOf(seconds) < 17 ? 'day' : 'evening'),
      pause: [15, 150],
    })
    return inOrder(talk, spam(random, now, coinWave), lines(random, now, incidents, talk), lines(random, now, lastWords, talk))
  },
}
