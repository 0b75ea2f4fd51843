import { createClient, type Call, type CallName } from '#contract/client.ts'
import { createChat, type ChatOptions } from '#engine/jobs/deletion/test-chat.ts'
import { createTestApi } from '#engine/jobs/deletion/test-api.ts'
import { createClock, seeded } from '#engine/jobs/test-clock.ts'
import { NotSent } from '../worker/not-sent.ts'
import { deleteHits, type MessageToDelete } from './delete-hits.ts'

/** A chat behind the API as the worker calls it, with a virtual clock. */

interface Options extends Partial<ChatOptions> {
  seed?: number
  /** The share of requests with a fault. */
  rate?: number
}

export function start({ seed = 1, rate = 0, count = 300, ...rest }: Options = {}) {
  const random = seeded(seed)
  const clock = createClock()
  const chat = createChat({ count, random, ...rest })
  const api = createClient(createTestApi({ chat, clock, random, rate }))
  const { remove } = chat.service
  /** Ids in the order in which they reached the service. */
  const arrived: number[] = []
  chat.service.remove = (ids) => {
    arrived.push(...ids)
    remove(ids)
  }
  /** Every request that was made, sent or not. */
  const asked: CallName[] = []

  /** The call of one run. After `limit` requests nothing is sent, as if the lease were lost. */
  function callUntil(limit = Infinity): Call {
    let requests = 0
    const call: Call = async (name, input, options) => {
      asked.push(name)
      if (++requests > limit) throw new NotSent('lease')
      return api(name, input, options)
    }
    return call
  }

  const targets = (ids: readonly number[], mayBeSent = false): MessageToDelete[] => ids.map((id) => ({ ...chat.message(id), mayBeSent }))

  const begin = (messages: readonly MessageToDelete[], { call = callUntil(), stop = new AbortController() } = {}) =>
    deleteHits({ call, chatId: 7, messages, signal: stop.signal, wait: clock.wait, random })

  async function run(...of: Parameters<typeof begin>) {
    const { outcomes, because } = await clock.until(begin(...of))
    const ids = (kind: string) => [...outcomes].filter(([, outcome]) => outcome.kind === kind).map(([id]) => id)
    return { outcomes, because, ids }
  }

  /** As run(), in a process that is killed after `afterMs`: resolves to null, and sends nothing more; requests in transit may still arrive. */
  async function runKilled(messages: readonly MessageToDelete[], afterMs: number) {
    let isDead = false
    const alive = callUntil()
    const call: Call = (...request) => (isDead ? new Promise(() => {}) : alive(...request))
    const killed = new Promise<null>((resolve) => clock.after(afterMs, () => resolve(null)))
    const end = await clock.until(Promise.race([begin(messages, { call }), killed]))
    isDead = true
    return end
  }

  return { chat, clock, random, remove, arrived, asked, callUntil, targets, run, runKilled }
}
