/**
 * Counts messages in sliding windows of time. A window is any period of `seconds`, and one that has enough messages names all of them: those that came
 * before it was full too. It is enough to look at the windows that end with a message, because every full window has the messages of one of these.
 */

export interface WindowEntry {
  /** Seconds. Entries are added in the order of their time. */
  time: number
  author: string
}

interface Window<Entry> {
  /** Oldest first. Entries before `start` are outside and wait to be cut off. */
  entries: Entry[]
  start: number
  /** Entries before this one were named already. */
  named: number
  authors: Map<string, number>
}

interface WindowLimits {
  seconds: number
  /** Counted are the messages, or the authors. */
  count: 'messages' | 'authors'
  /** A window is full when it has at least this many. */
  atLeast: number
}

/** Windows that are not used are looked for after this many messages. */
const sweepInterval = 2000

export function createMessageWindows<Entry extends WindowEntry>({ seconds, count, atLeast }: WindowLimits) {
  const windows = new Map<string | number, Window<Entry>>()
  let untilSweep = sweepInterval

  function drop(window: Window<Entry>, now: number) {
    for (let oldest = window.entries[window.start]; oldest && now - oldest.time > seconds; oldest = window.entries[++window.start]) {
      const others = (window.authors.get(oldest.author) ?? 0) - 1
      if (others > 0) window.authors.set(oldest.author, others)
      else window.authors.delete(oldest.author)
    }
    // Cutting off rarely keeps the cost of a message constant.
    if (window.start < 64 || window.start * 2 < window.entries.length) return
    window.entries.splice(0, window.start)
    window.named = Math.max(0, window.named - window.start)
    window.start = 0
  }

  function sweep(now: number) {
    untilSweep = sweepInterval
    for (const [key, { entries }] of windows) if (now - (entries.at(-1)?.time ?? 0) > seconds) windows.delete(key)
  }

  return {
    /** Adds a message to the window of its key, and returns the messages that are in a full window now and were in none before, oldest first. */
    add: (key: string | number, entry: Entry): Entry[] => {
      if (--untilSweep === 0) sweep(entry.time)
      let window = windows.get(key)
      if (!window) windows.set(key, (window = { entries: [], start: 0, named: 0, authors: new Map() }))
      window.entries.push(entry)
      window.authors.set(entry.author, (window.authors.get(entry.author) ?? 0) + 1)
      drop(window, entry.time)
      const size = count === 'authors' ? window.authors.size : window.entries.length - window.start
      if (size < atLeast) return []
      const named = window.entries.slice(Math.max(window.start, window.named))
      window.named = window.entries.length
      return named
    },
    /** The messages that may still be in a window, oldest first within each. */
    recent: (now: number): Entry[] =>
      [...windows.values()].flatMap(({ entries, start }) => entries.slice(start).filter(({ time }) => now - time <= seconds)),
  }
}
