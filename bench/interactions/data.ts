import { createClient, type Call } from '#contract/client.ts'

/** The polls and bans of one chat, written through the API of the running service. */

export const sizes = { chats: 2_000, messages: 21_000, bans: 5_000, polls: 500 } as const

/** Requests in flight at the same time. */
const parallel = 8

export async function addPollsAndBans(address: string, token: string, chatId: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call: Call = createClient((path, init) => fetch(`${address}/api${path}`, { ...init, headers }))
  await repeat(sizes.polls, (index) =>
    call('pollCreate', {
      params: { chatId },
      body: {
        question: `Question ${index + 1}: which song next?`,
        answer1: 'The slow one',
        answer2: 'The loud one',
        send: index % 3 === 0,
      },
    }),
  )
  await repeat(sizes.bans, (index) => {
    // Over 160 blocks of 16 bits, so that the map has many cells. Every fifth is a range.
    const block = `${20 + (index % 160)}.${index % 250}.${Math.floor(index / 160)}`
    return call('banCreate', { params: { chatId }, body: { ip: `${block}.1`, ...(index % 5 === 0 && { lastIp: `${block}.200` }) } })
  })
}

async function repeat(times: number, work: (index: number) => Promise<unknown>) {
  let next = 0
  const worker = async () => {
    while (next < times) await work(next++)
  }
  await Promise.all(Array.from({ length: parallel }, worker))
}
