import type { Message } from '#contract/messages.ts'
import { authorKey } from '#analysis/authors.ts'
import { createMessageWindows } from '#analysis/rules/message-window.ts'
import { createTextForms } from '#analysis/text-forms.ts'
import { minWaveSize, waveWindowSeconds } from '#analysis/waves.ts'

/** Notices when a wave begins in a chat: many messages with nearly the same text within a short time. Texts that many write by chance do not count. */

/** Forms are compared with those of the last messages only, to limit memory. */
const maxForms = 5000

export interface Wave {
  sample: string
  count: number
}

export function createWaveWatch() {
  let forms = createTextForms()
  let windows = createMessageWindows<{ time: number; author: string }>({
    seconds: waveWindowSeconds,
    count: 'messages',
    atLeast: minWaveSize,
  })
  let seen = 0
  /** When the last message of a wave was written, by group. */
  const going = new Map<number, number>()

  return {
    /** The wave that begins with this message; null where none does. Messages come in the order of their time. */
    add: (message: Message): Wave | null => {
      if (++seen > maxForms) {
        forms = createTextForms()
        windows = createMessageWindows({ seconds: waveWindowSeconds, count: 'messages', atLeast: minWaveSize })
        going.clear()
        seen = 0
      }
      const form = forms.of(message.text)
      if (forms.isCommonplace(form)) return null
      const group = forms.group(form)
      const full = windows.add(group, { time: message.time, author: authorKey(message) })
      if (full.length === 0) return null
      const before = going.get(group)
      going.set(group, message.time)
      const isNew = before === undefined || message.time - before > waveWindowSeconds
      return isNew ? { sample: message.text, count: full.length } : null
    },
  }
}

export type WaveWatch = ReturnType<typeof createWaveWatch>
