import { converse } from '../conversation.ts'
import { radioPolish } from '../phrases/radio-polish.ts'
import { hourOf, weekdayOf } from '../rhythm.ts'
import { lines, type Line } from '../special-messages.ts'
import { days, hours, inOrder, minutes, type Room } from './room.ts'

/** On the air from 22:00 to 4:00 in Poland, in UTC. */
const onAir = (seconds: number) => hourOf(seconds) >= 20 || hourOf(seconds) < 3
const weekend = (seconds: number) => [5, 6].includes(weekdayOf(seconds))

const incidents: Line[] = [
  [17.1 * days, 'gosc_4471', 'co za badziewie, wyłączcie to wreszcie'],
  [17.1 * days - 33, 'Pani Halina', 'To proszę wyłączyć u siebie, kochany. My słuchamy.'],
  [6.3 * days, 'gosc_9020', 'tanie kredyty bez bik, pisz http://kredyt-24.example/?p=9020'],
  [6.3 * days - 9, 'gosc_9020', 'tanie kredyty bez bik, pisz http://kredyt-24.example/?p=9021'],
  [6.3 * days - 48, '*Radio Wieża', 'Reklamy usuwamy. Kredytów na noc nie polecamy, herbatę tak.'],
]

const lastWords: Line[] = [
  [9.5 * minutes, 'Krysia', 'Czy można jeszcze głosować, co gramy po północy?'],
  [8.8 * minutes, '*Radio Wieża', 'Można, do pełnej godziny. Na razie prowadzą płyty z biblioteki.'],
  [5.2 * minutes, 'Staszek', 'Płyty z biblioteki, a jak!'],
  [2.3 * minutes, 'Basia', 'Kto to śpiewa? Piękny głos'],
  [1.6 * minutes, 'Zenek_77', 'Pozdrowienia dla nocnej zmiany w piekarni'],
]

export const nightRadio: Room = {
  hash: 'q!4mZ_8a',
  createdDaysAgo: 1522,
  settings: {
    name: 'Radio Wieża: nocne granie',
    langId: 'pl',
    networkTwoLogin: false,
    systemMessages: true,
    allowVideo: false,
    messagesFromBottom: true,
    filterWords: 'idiota,kretyn,debil, kredyt, chwilówk,badziewie',
    upload: false,
    p2pVideo: false,
    userslist: true,
    autoInvite: false,
    sound_userJoined: 'knock',
    sound_userLeft: 'none',
    sound_message: 'ding',
    sound_privateMessage: 'bell',
    options_privateChatPopup: false,
    groupChatWelcomeMessage: 'Dobry wieczór! Tu Radio Wieża, gramy od 22 do 4. Powiedz, skąd słuchasz.',
    groupChatWelcomeMessageDelay: 2,
    privateChatWelcomeMessage: 'Życzenia i pozdrowienia czytamy na antenie po każdej pełnej godzinie.',
    privateChatWelcomeMessageDelay: 20,
  },
  design: { theme: 'night', accent: '#c8102e', corners: 'square' },
  polls: [
    {
      question: 'Co gramy po północy?',
      answers: [
        ['Płyty z biblioteki', 74],
        ['Koncert z archiwum', 33],
        ['Wolna trąbka', 14],
      ],
      createdAgo: 1.6 * hours,
      sentAgo: 1.5 * hours,
    },
    {
      question: 'Audycja w Wigilię: grać czy milczeć?',
      answers: [
        ['Grać', 201],
        ['Grać cicho', 188],
        ['Milczeć', 12],
      ],
      createdAgo: 9.1 * days,
      sentAgo: 9.05 * days,
      publishedAgo: 8.9 * days,
    },
    {
      question: 'Nowy dżingiel czy stary?',
      answers: [
        ['Stary', 0],
        ['Nowy', 0],
      ],
      createdAgo: 2.9 * days,
      sentAgo: 2.9 * days - 100,
    },
    {
      question: 'Która godzina na powtórkę?',
      answers: [
        ['15:00', 0],
        ['17:00', 0],
        ['Wcale', 0],
      ],
      createdAgo: 1.2 * days,
    },
  ],
  bans: ['192.0.2.201', '198.51.100.128-198.51.100.255', '198.51.100.140-198.51.100.150', '89.64.10.0-89.64.11.255', '203.0.113.44'],
  messages(random, now) {
    const talk = converse(random, {
      voices: [{ language: 'pl', bank: radioPolish, share: 1 }],
      host: 'Radio Wieża',
      span: { from: now - 30 * days, to: now - 2.5 * minutes },
      exchanges: 2650,
      // The last hour is awake at whatever time of day somebody looks at the demo.
      busyness: (seconds) => (onAir(seconds) || seconds > now - hours ? (weekend(seconds) ? 30 : 18) : 1),
      topicAt: (seconds) => (onAir(seconds) || seconds > now - hours ? 'night' : 'day'),
      pause: [12, 110],
    })
    return inOrder(talk, lines(random, now, incidents, talk), lines(random, now, lastWords, talk))
  },
}
