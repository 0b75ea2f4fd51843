import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { soundSettings } from '#contract/settings-derive.ts'

/** A service whose sounds are not ours: its numbers mean other sounds, and it refuses names that it does not know. Ours is behind it. */

/** Its sounds by number, each with the one of ours that stands for it. */
const theirs = ['silence', 'gong', 'owl', 'pop', 'rain', 'chime', 'drum']
const ours = ['none', 'knock', 'ding', 'bell', 'pop', 'chime', 'ring']

export type OtherSounds = Awaited<ReturnType<typeof startOtherSounds>>

/** @param service the base address that requests are handed on to */
export async function startOtherSounds(service: string) {
  let resets = false
  let written: Record<string, unknown>[] = []
  const ownSounds = ['none', 'pop', 'ding', 'chime', 'knock', 'bell', 'ring']

  /** Its number for a number of ours. */
  const numbered = (chat: Record<string, unknown>) => {
    for (const name of soundSettings) chat[name] = ours.indexOf(ownSounds[Number(chat[name])] ?? '')
  }

  /** Our names in place of its own, or the refusal. */
  function translated(json: Record<string, unknown>, isUpdate: boolean): string | null {
    for (const name of soundSettings) {
      // As the page writes it.
      const sound = json[name] as string | undefined
      if (sound === undefined) {
        if (resets && isUpdate) json[name] = ours[1]
        continue
      }
      const number = theirs.indexOf(sound)
      if (number === -1) return `unknown sound ${sound}`
      json[name] = ours[number]
    }
    return null
  }

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { method = '', url = '' } = request
      let body = Buffer.concat(chunks).toString()
      const isUpdate = method === 'PUT' && /^\/chats\/\d+$/.test(url)
      const answer = (status: number, json: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
      if (isUpdate || (method === 'POST' && url === '/chats')) {
        const json = JSON.parse(body) as Record<string, unknown>
        written.push({ ...json })
        const refused = translated(json, isUpdate)
        if (refused) return answer(400, { status: false, message: refused })
        body = JSON.stringify(json)
      }
      const passed = await fetch(service + url, {
        method,
        headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
        ...(body === '' ? {} : { body }),
      })
      const json = (await passed.json()) as { data?: unknown }
      if (method === 'GET' && /^\/chats(\/\d+)?$/.test(url))
        for (const chat of [json.data].flat()) numbered(chat as Record<string, unknown>)
      answer(passed.status, json)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a host and port has an address of this shape.
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    /** What was sent to create and change chats, as it arrived. */
    written: () => written,
    forget: () => {
      written = []
      resets = false
    },
    /** From now on an update resets the sounds that it does not name. */
    resetWhatIsLeftOut: () => void (resets = true),
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
