import { undoMs } from '#contract/gateway/job-frame.ts'
import type { Happened, Press } from './watch-choices.ts'

/** What people chose to delete, held against what was sent and what the service holds. Pure: what happened goes in, what is broken comes out, in words. */

interface Choice {
  /** When, in milliseconds. */
  at: number
  /** By a decision about a hit of a rule, which the gateway carries out. */
  isDecision: boolean
  /** The person did not want to wait, or undid it so late that it may have begun. */
  isAnyTime?: boolean
  isSent?: boolean
}

/** A hit of a rule. `keys`: the entries of the queue that it can be in. */
export interface KnownHit {
  chatId: number
  messageId: number
  keys: readonly string[]
}

/** Milliseconds in which an undo has its effect on a busy machine. */
const undoLatency = 2000

const words = (chatId: number, messageId: number) => `${chatId} ${messageId}`
const deletes = ({ what, isKey }: Press) => (isKey ? what === 'd' || what === 'Delete' : what.startsWith('Delete') && what !== 'Delete now')
const undoes = ({ what, isKey, isUndoOffered }: Press) => isUndoOffered && (isKey ? what === 'u' : what.startsWith('Undo'))

export class Choices {
  private readonly chosen = new Map<string, Choice>()
  private readonly entries: { at: number; key: string; count: number }[] = []
  private readonly hits = new Map<string, KnownHit>()
  private readonly stored = new Map<number, Set<number>>()
  /** Messages that another program deleted. */
  readonly elsewhere = new Set<string>()
  private broken: string[] = []
  /** The last key or click. */
  last: Press | null = null

  takeBroken(): string[] {
    return this.broken.splice(0)
  }

  knows(id: string, hit: KnownHit) {
    const before = this.hits.get(id)
    this.hits.set(id, before ? { ...hit, keys: [...new Set([...before.keys, ...hit.keys])] } : hit)
  }

  deletedElsewhere(chatId: number, messageId: number) {
    this.elsewhere.add(words(chatId, messageId))
  }

  /** The messages of a chat that may be missing by now. */
  of(chatId: number): Set<number> {
    return new Set([...this.chosen.keys()].map((key) => key.split(' ').map(Number)).flatMap(([chat, id]) => (chat === chatId ? [id!] : [])))
  }

  /** In the order of the page. */
  happened(happened: Happened) {
    const chatId = Number(/^\/chats\/(\d+)\/messages$/.exec(happened.path)?.[1])
    switch (happened.kind) {
      case 'press':
        this.last = happened
        if (chatId) this.pressedOnMessages(happened, chatId, happened.at)
        else if (happened.entry && deletes(happened)) this.entries.push({ at: happened.at, ...happened.entry })
        return
      case 'deletion':
        for (const id of happened.messages) this.sent(words(happened.chatId, id), happened.at)
        return
      case 'decision':
        if (happened.decision === 'delete' && happened.outcomes === null) this.decided(happened.hits)
        if (happened.decision === 'undo' && happened.outcomes !== null) this.undone(happened.hits, happened.outcomes, happened.at)
    }
  }

  private pressedOnMessages(press: Press, chatId: number, at: number) {
    const here = [...this.chosen].filter(([key, { isDecision }]) => !isDecision && key.startsWith(`${chatId} `))
    if (press.what === 'Delete now') for (const [, choice] of here) choice.isAnyTime = true
    if (deletes(press)) for (const id of press.messages) this.choose(words(chatId, id), { at, isDecision: false })
    if (!undoes(press)) return
    for (const [key, choice] of here)
      if (at < choice.at + undoMs - undoLatency && !choice.isAnyTime && !choice.isSent) this.chosen.delete(key)
      else choice.isAnyTime = true
  }

  private choose(key: string, choice: Choice) {
    if (!this.chosen.has(key)) this.chosen.set(key, choice)
  }

  private sent(key: string, at: number) {
    const choice = this.chosen.get(key)
    if (!choice || choice.isDecision) return void this.broken.push(`surprise: a request deletes message ${key}, which nobody chose`)
    choice.isSent = true
    if (!choice.isAnyTime && at < choice.at + undoMs)
      this.broken.push(`undo time: a request deletes message ${key} ${at - choice.at} ms after it was chosen`)
  }

  private decided(ids: readonly string[]) {
    const entry = this.entries.at(-1)
    const others = ids.filter((id) => !entry || (id !== entry.key && !this.hits.get(id)?.keys.includes(entry.key)))
    if (others.length > 0) this.broken.push(`surprise: the decision is also about ${others.length} hits that are not of the chosen entry`)
    if (entry && ids.length > entry.count)
      this.broken.push(`surprise: the decision is about ${ids.length} messages, the entry showed ${entry.count}`)
    for (const key of ids.flatMap((id) => this.messageOf(id))) this.choose(key, { at: entry?.at ?? Infinity, isDecision: true })
  }

  private undone(ids: readonly string[], outcomes: readonly string[], at: number) {
    ids.forEach((id, index) => {
      const [key = ''] = this.messageOf(id)
      const choice = this.chosen.get(key)
      if (!choice?.isDecision) return
      if (outcomes[index] === 'done') this.chosen.delete(key)
      else if (at < choice.at + undoMs)
        this.broken.push(`undo time: the undo of message ${key} was ${outcomes[index]} ${at - choice.at} ms after it was chosen`)
    })
  }

  private messageOf(id: string): string[] {
    const hit = this.hits.get(id)
    return hit ? [words(hit.chatId, hit.messageId)] : []
  }

  /** What the service holds now. @param readAt when the answer arrived @returns the messages that are missing since the last time */
  holds(chatId: number, ids: readonly number[], readAt: number): number[] {
    const missing = [...(this.stored.get(chatId) ?? [])].filter((id) => !ids.includes(id))
    this.stored.set(chatId, new Set(ids))
    for (const id of missing) {
      const key = words(chatId, id)
      const choice = this.chosen.get(key)
      if (this.elsewhere.has(key)) continue
      if (!choice) this.broken.push(`surprise: message ${key} is gone, which nobody chose`)
      else if (!choice.isAnyTime && readAt < choice.at + undoMs)
        this.broken.push(`undo time: message ${key} is gone ${readAt - choice.at} ms after it was chosen`)
    }
    return missing
  }

  /** The hits whose messages are gone, of those that can still be decided. */
  gone(open: readonly string[]): string[] {
    return open.filter((id) => {
      const hit = this.hits.get(id)
      const stored = hit && this.stored.get(hit.chatId)
      return stored && !stored.has(hit.messageId)
    })
  }
}
