import { converse } from '../conversation.ts'
import { tangoSpanish } from '../phrases/tango-spanish.ts'
import { lines } from '../special-messages.ts'
import { days, inOrder, type Room } from './room.ts'

/** Closed five months ago and forgotten since: what an owner should find at a glance. */
const closedDaysAgo = 161

export const tangoBeginners: Room = {
  hash: '5mX!d~Ra',
  createdDaysAgo: 1311,
  settings: {
    name: 'Tango para principiantes',
    langId: 'es',
    networkOneLogin: false,
    networkTwoLogin: false,
    offline: true,
    offlineMessage: 'Cerrado por obras en la sala. ¡Volvemos pronto! Mientras tanto: https://tango.example/videos',
    offlineShowForm: true,
    // Not an e-mail address on purpose: the contact form then goes to the account.
    offlineMessageEmail: 'profe en tango',
    sound_userJoined: 'bell',
    groupChatWelcomeMessage: '¡Bienvenidos! Aquí nadie nace sabiendo bailar.',
    groupChatWelcomeMessageDelay: 5,
    archive: true,
    sendArchive: false,
  },
  design: {},
  polls: [
    {
      question: '¿Clase los martes o los jueves?',
      answers: [
        ['Martes', 11],
        ['Jueves', 11],
      ],
      createdAgo: 190 * days,
      sentAgo: 189.9 * days,
      publishedAgo: 180 * days,
    },
  ],
  bans: ['198.51.100.23'],
  messages(random, now) {
    const closed = now - closedDaysAgo * days
    const talk = converse(random, {
      voices: [{ language: 'es', bank: tangoSpanish, share: 1 }],
      host: 'Profe Malena',
      span: { from: closed - 40 * days, to: closed - 60 },
      exchanges: 45,
      busyness: () => 1,
      topicAt: () => 'class',
      pause: [60, 900],
    })
    const goodbye = lines(
      random,
      closed,
      [[30, '*Profe Malena', 'Cerramos por obras, queridos. Practicad la caminata, nos vemos pronto. 🌹']],
      talk,
    )
    return inOrder(talk, goodbye)
  },
}
