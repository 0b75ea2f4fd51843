/**
 * Counts messages in sliding time windows. A window is any period of `seconds`; once it contains enough messages, all of them match, including those that
 * came before it was full. It is enough to check the windows that end with a message: every full window has the same messages as one of these.
 */

export interface WindowEntry {
  /** Seconds. Entries are added in the order of their time. */
  time: number
  author: string
}

interface Window<Entry> {
  /** Oldest first. Entries before `start` are outside the window and are removed later. */
  entries: Entry[]
  start: number
  /** Entries before this index have matched already. */
  matched: number
  authors: Map<string, number>
}

interface WindowLimits {
  seconds: number
  /** Whether messages or distinct authors are counted. */
  count: 'messages' | 'authors'
  /** A window is full when it has at least this many. */
  atLeast: number
}

/** Unused windows are removed once in this many messages. */
const sweepInterval = 2000

export function createMessageWindows<Entry extends WindowEntry>({ seconds, count, atLeast }: WindowLimits) {
  const windows = new Map<string | number, Window<Entry>>()
  let untilSweep = sweepInterval

  function drop(window: Window<Entry>, now: number) {
    // All messages of a full window have matched, so no more of them than make it full are needed.
    const isSpare = () => count === 'messages' && window.entries.length - window.start > atLeast
    const isOver = ({ time }: Entry) => now - time > seconds || isSpare()
    for (let oldest = window.entries[window.start]; oldest && isOver(oldest); oldest = window.entries[++window.start]) {
      const others = (window.authors.get(oldest.author) ?? 0) - 1
      if (others > 0) window.authors.set(oldest.author, others)
      else window.authors.delete(oldest.author)
    }
    // Removing entries in large blocks keeps the cost of each message constant.
    if (window.start < 64 || window.start * 2 < window.entries.length) return
    window.entries.splice(0, window.start)
    window.matched = Math.max(0, window.matched - window.start)
    window.start = 0
  }

  function sweep(now: number) {
    untilSweep = sweepInterval
    for (const [key, { entries }] of windows) if (now - (entries.at(-1)?.time ?? 0) > seconds) windows.delete(key)
  }

  return {
    /** Adds a message to the window of its key. Returns the messages that are in a full window now and were not before, oldest first. */
    add: (key: string | number, entry: Entry): Entry[] => {
      if (--untilSweep === 0) sweep(entry.time)
      let window = windows.get(key)
      if (!window) windows.set(key, (window = { entries: [], start: 0, matched: 0, authors: new Map() }))
      window.entries.push(entry)
      window.authors.set(entry.author, (window.authors.get(entry.author) ?? 0) + 1)
      drop(window, entry.time)
      const size = count === 'authors' ? window.authors.size : window.entries.length - window.start
      if (size < atLeast) return []
      const matched = window.entries.slice(Math.max(window.start, window.matched))
      window.matched = window.entries.length
      return matched
    },
    /** The messages that may still be in a window, oldest first within each window. */
    recent: (now: number): Entry[] =>
      [...windows.values()].flatMap(({ entries, start }) => entries.slice(start).filter(({ time }) => now - time <= seconds)),
  }
}
