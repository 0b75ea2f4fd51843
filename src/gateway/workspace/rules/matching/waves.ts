import type { Message } from '#contract/messages.ts'
import { authorKey } from '#engine/analysis/authors.ts'
import { createMessageWindows } from '#engine/analysis/rules/message-window.ts'
import { createTextForms } from '#engine/analysis/text-forms.ts'
import { minWaveSize, waveWindowSeconds } from '#engine/analysis/waves.ts'

/** Detects the start of a wave in a chat: many nearly identical messages within a short time. Commonplace texts do not count. */

/** A text is compared with the forms of the last messages only, to limit memory. */
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
  /** By group: when the last message of its wave was posted. */
  const lastOfWave = new Map<number, number>()

  return {
    /** Takes the messages in the order of their time. Returns the wave that starts with this message; null: none does. */
    add: (message: Message): Wave | null => {
      if (++seen > maxForms) {
        forms = createTextForms()
        windows = createMessageWindows({ seconds: waveWindowSeconds, count: 'messages', atLeast: minWaveSize })
        lastOfWave.clear()
        seen = 0
      }
      const form = forms.of(message.text)
      if (forms.isCommonplace(form)) return null
      const group = forms.group(form)
      const full = windows.add(group, { time: message.time, author: authorKey(message) })
      if (full.length === 0) return null
      const before = lastOfWave.get(group)
      lastOfWave.set(group, message.time)
      const isNew = before === undefined || message.time - before > waveWindowSeconds
      return isNew ? { sample: message.text, count: full.length } : null
    },
  }
}

export type WaveWatch = ReturnType<typeof createWaveWatch>
