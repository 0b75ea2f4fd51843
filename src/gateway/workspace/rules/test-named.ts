import { createClient, type Call, type CallName } from '#contract/client.ts'
import { createChat, type ChatOptions } from '#jobs/deletion/test-chat.ts'
import { createTestApi } from '#jobs/deletion/test-api.ts'
import { createClock, seeded } from '#jobs/test-clock.ts'
import { NotSent } from '../../worker/not-sent.ts'
import { deleteNamed, type NamedMessage } from './delete-named.ts'

/** A chat behind the API as the worker calls it, in a time of its own. */

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
  /** What was asked, whether it was sent or not. */
  const asked: CallName[] = []

  /** A call of one run. From its request of this number on nothing is sent, as where the lease is lost. */
  function callUntil(limit = Infinity): Call {
    let requests = 0
    const call: Call = async (name, input, options) => {
      asked.push(name)
      if (++requests > limit) throw new NotSent('lease')
      return api(name, input, options)
    }
    return call
  }

  const named = (ids: readonly number[], mayBeSent = false): NamedMessage[] => ids.map((id) => ({ ...chat.message(id), mayBeSent }))

  const begin = (messages: readonly NamedMessage[], { call = callUntil(), stop = new AbortController() } = {}) =>
    deleteNamed({ call, chatId: 7, messages, signal: stop.signal, wait: clock.wait, random })

  async function run(...of: Parameters<typeof begin>) {
    const { outcomes, because } = await clock.until(begin(...of))
    const ids = (kind: string) => [...outcomes].filter(([, outcome]) => outcome.kind === kind).map(([id]) => id)
    return { outcomes, because, ids }
  }

  /** As run(), in a process that is killed after so many milliseconds: then null, and nothing is sent any more; what is on its way may still arrive. */
  async function runKilled(messages: readonly NamedMessage[], afterMs: number) {
    let isDead = false
    const alive = callUntil()
    const call: Call = (...request) => (isDead ? new Promise(() => {}) : alive(...request))
    const killed = new Promise<null>((resolve) => clock.after(afterMs, () => resolve(null)))
    const end = await clock.until(Promise.race([begin(messages, { call }), killed]))
    isDead = true
    return end
  }

  return { chat, clock, random, remove, arrived, asked, callUntil, named, run, runKilled }
}
