import type { Kysely } from 'kysely'
import { api } from '#contract/api.ts'
import { fillPath, type Endpoint } from '#contract/endpoint.ts'
import { gatewayPaths, identityHeader } from '#contract/session.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import { recordKindNames } from '#contract/gateway/record-kinds.ts'
import type { DatabaseLocation } from '#db/open.ts'
import { fillTables } from './full-tables.ts'
import { member } from './members.ts'
import { startTeam } from './team.ts'

/** Every read of both contracts, by three people of a team whose tables are filled with `fillTables`. */

/** What nobody is told here: a session is no token, and the entry is of somebody else. */
export const notFound = new Set(['ownTokenRead', 'myAuditRead'])
const queryOf: Record<string, string> = { visitRead: '?since=1', messageList: '?fast=true' }

const isRead = (name: string, { method }: Endpoint) => method === 'GET' && !name.endsWith('Preview') && name !== 'messageListSlow'

export interface Read {
  name: string
  path: string
}

/** Every read of both contracts, about the chat, rule, person and so on of the filled rows. */
function readsOf(chatId: number, now: number): Read[] {
  const params: Record<string, string | number> = { chatId, line: 1001, pollId: 1001, messageId: 1001, versionId: `s${now - 1000}` }
  const named = (prefix: string, contract: Readonly<Record<string, Endpoint>>) =>
    Object.entries(contract).flatMap(([name, endpoint]) => {
      if (!isRead(name, endpoint)) return []
      const kinds = endpoint.path.includes('{kind}') ? recordKindNames : ['']
      return kinds.map((kind) => {
        const values = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => [param, { ...params, kind }[param!] ?? 'f2'] as const)
        const path = fillPath(endpoint.path, Object.fromEntries(values))
        return { name: `${name} ${kind}`.trim(), path: `${prefix}${path}${queryOf[name] ?? ''}` }
      })
    })
  return [...named(gatewayPaths.workspace, gatewayApi), ...named(gatewayPaths.api, api)]
}

/** @param rows in each table that grows  @returns the team, the people who read, what they read, and `filled` of `fillTables` */
export async function startReaders(place: DatabaseLocation | undefined, rows: number) {
  const team = await startTeam({}, place)
  const { cookie } = team.ines
  const create = async (name: string) => ((await (await team.call(cookie, 'POST', '/chats', { name })).json()) as { chatId: number }).chatId
  const [chatId, other] = [await create('Lobby'), await create('Stage')]
  const workspace = team.pageHeaders(cookie)[identityHeader]
  // The type of a query names the tables of one part.
  const query = team.query as unknown as Kysely<never>
  const filled = await fillTables(query, { workspace, accountId: team.accountId, chatId, now: team.clock.ms }, rows)
  // Who they are is among the filled rows, too.
  const readers: [string, string][] = [
    ['owner', cookie],
    ['manager of the chat', await team.signInAs(member('manager', [chatId, other], { id: 'f2' }))],
    ['manager of another chat', await team.signInAs(member('manager', [other], { id: 'f3' }))],
  ]
  return { team, readers, filled, reads: readsOf(chatId, team.clock.ms) }
}
