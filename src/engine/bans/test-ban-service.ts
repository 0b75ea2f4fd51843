import { Failure } from '#contract/client.ts'
import { createNetwork, faults, outcomeOf, type NetworkOptions } from '#engine/jobs/test-network.ts'
import { byAddress, isSame, type IpRange, union } from './range.ts'
import type { BanPort } from './plan.ts'

/** The ban lists of a service in memory, of every kind that may exist (docs/assumptions.md row 12), and a connection to it with faults. */

export type ServiceKind = 'plain' | 'keeps copies, unbans one' | 'keeps copies, unbans all' | 'merges' | 'refuses overlaps'
export const kinds: ServiceKind[] = ['plain', 'keeps copies, unbans one', 'keeps copies, unbans all', 'merges', 'refuses overlaps']

export function createBanService(lists: ReadonlyMap<number, IpRange[]>, kind: ServiceKind = 'plain') {
  const byChat = new Map([...lists].map(([chatId, entries]) => [chatId, [...entries]]))
  const listOf = (chatId: number): IpRange[] => {
    const entries = byChat.get(chatId)
    if (!entries) throw new Failure('refused', { code: 'not_found', serviceMessage: 'There is no such chat.' })
    return entries
  }
  const service = {
    list: (chatId: number) => listOf(chatId).toSorted(byAddress),
    /** Throwing is a refusal. A test may replace it. */
    ban: (chatId: number, { first, last }: IpRange) => {
      const entries = listOf(chatId)
      const range = { first, last }
      if (!kind.startsWith('keeps') && entries.some((entry) => isSame(entry, range)))
        throw new Failure('refused', { code: 'already_banned' })
      if (kind === 'refuses overlaps' && entries.some((entry) => entry.first <= last && first <= entry.last))
        throw new Failure('refused', { serviceMessage: 'It overlaps another range.' })
      byChat.set(chatId, kind === 'merges' ? union([...entries, range]) : [...entries, range])
    },
    unban: (chatId: number, range: IpRange) => {
      const entries = listOf(chatId)
      const same = entries.filter((entry) => isSame(entry, range))
      if (same.length === 0) throw new Failure('refused', { code: 'not_found' })
      const isGone = (entry: IpRange) => (kind === 'keeps copies, unbans one' ? entry === same[0] : isSame(entry, range))
      byChat.set(
        chatId,
        entries.filter((entry) => !isGone(entry)),
      )
    },
    drop: (chatId: number) => void byChat.delete(chatId),
  }
  return service
}
export type BanService = ReturnType<typeof createBanService>

/** A connection to the service. Calls `onChange` after every change. */
export function createConnection(service: BanService, { onChange = () => {}, ...options }: NetworkOptions & { onChange?: () => void }) {
  return createNetwork(options, faults, { changes: 0 }, (request, seen): BanPort => {
    const change = (signal: AbortSignal, work: () => void) => {
      seen.changes++
      return request<void>(signal, (times) => {
        const answers = Array.from({ length: times }, () => {
          const answer = outcomeOf(work)
          onChange()
          return answer
        })
        return answers.at(-1) ?? {}
      })
    }
    return {
      list: (chatId, signal) => request(signal, () => outcomeOf(() => service.list(chatId))),
      ban: (chatId, range, signal) => change(signal, () => service.ban(chatId, range)),
      unban: (chatId, range, signal) => change(signal, () => service.unban(chatId, range)),
    }
  })
}
