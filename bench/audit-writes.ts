import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { defaults } from '#contract/settings-derive.ts'
import { gatewayPaths, identityHeader, pageHeader } from '#contract/session.ts'
import { withFolder } from '../proof/data.ts'
import { figuresOf, saturate, send } from '../proof/service/load-generator.ts'
import { machine, median } from './figures.ts'

/**
 * Writes through the gateway with the audit log on against the same with it off, over 50 connections, in turns. The goal is 0.70 of the rate, and a
 * p99 of 120 ms. Arguments: seconds of each turn (5), turns (5).
 */

const [seconds = 5, turns = 5] = process.argv.slice(2).map(Number)
const connections = 50
const agent = new Agent({ keepAlive: true, maxSockets: connections })

async function start(folder: string, mode: 'on' | 'off') {
  const child = fork(join(import.meta.dirname, 'audit-server.ts'), [join(folder, mode), mode], { execArgv: ['--import', 'tsx'] })
  const [{ address, token, chatId }] = (await once(child, 'message')) as [{ address: string; token: string; chatId: number }]
  const bearer = { authorization: `Bearer ${token}` }
  const headers = { [pageHeader.name]: pageHeader.value, origin: address }
  const signIn = await send(agent, address + gatewayPaths.session, { method: 'POST', headers, body: JSON.stringify({ token }) })
  const cookie = signIn.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const identity = (JSON.parse(signIn.text) as { identity: string }).identity
  const fromPage = { ...headers, cookie, [identityHeader]: identity }
  const message = JSON.stringify({ text: 'Doors at seven, music from eight. 🙂' })
  let count = 0
  const settings = () => JSON.stringify({ ...defaults, name: `Lobby ${count++}` })
  const writes: Record<string, () => Promise<{ status: number }>> = {
    'a program posts': () => send(agent, `${address}/api/chats/${chatId}/messages`, { method: 'POST', headers: bearer, body: message }),
    'a page posts': () =>
      send(agent, `${address}${gatewayPaths.api}/chats/${chatId}/messages`, { method: 'POST', headers: fromPage, body: message }),
    'a program saves settings': () => send(agent, `${address}/api/chats/${chatId}`, { method: 'PUT', headers: bearer, body: settings() }),
  }
  return { writes, stop: () => child.disconnect() }
}

await withFolder(async (folder) => {
  const servers = { off: await start(folder, 'off'), on: await start(folder, 'on') }
  for (const kind of Object.keys(servers.on.writes)) {
    const found = { off: [], on: [] } as Record<'off' | 'on', ReturnType<typeof figuresOf>[]>
    for (const mode of ['off', 'on'] as const) await saturate(connections, 1, servers[mode].writes[kind]!)
    for (let turn = 0; turn < turns; turn++)
      for (const mode of ['off', 'on'] as const)
        found[mode].push(figuresOf(await saturate(connections, seconds, servers[mode].writes[kind]!)))
    const rate = (mode: 'off' | 'on') => median(found[mode].map(({ perSecond }) => perSecond))
    const p99 = (mode: 'off' | 'on') => median(found[mode].map((figures) => figures.p99))
    const others = found.on.reduce((sum, figures) => sum + figures.others, 0)
    console.log(
      `${kind}: ${rate('off')} a second without, ${rate('on')} with the log (${(rate('on') / rate('off')).toFixed(2)} times); p99 ${p99('off')} and ${p99('on')} ms; ${others} errors`,
    )
  }
  for (const { stop } of Object.values(servers)) stop()
})
console.log(machine())
