import pg from 'pg'
import { isConflict, isUnavailable } from '#db/errors.ts'
import { query } from '#service/testing/citus.ts'

/** What a Citus cluster does not promise that one PostgreSQL server does. Needs the service's tables, distributed, and two chats on different workers. */
export interface Limits {
  /** Whether one of two serializable transactions that read what the other writes is refused; both rows on one worker, or on two. */
  writeSkewRefused: { onOneWorker: boolean; onTwoWorkers: boolean }
  /** Whether one transaction sees the same moment of both workers. */
  isOneMoment: boolean
  /** Why Citus refuses it; null where it does not. */
  foreignKeyToChat: string | null
  uniqueWithoutChat: string | null
}

/** Two chats on different workers, by the ids given. Rejects where all of them are on one. */
export async function chatsApart(url: string, chatIds: readonly number[]): Promise<[number, number]> {
  const { rows } = await query(
    url,
    `select id, nodeport from unnest($1::bigint[]) id join citus_shards on shardid = get_shard_id_for_distribution_column('message', id)`,
    [chatIds],
  )
  const placed = (rows as { id: string; nodeport: number }[]).map(({ id, nodeport }) => ({ id: Number(id), nodeport }))
  const other = placed.find(({ nodeport }) => nodeport !== placed[0]?.nodeport)
  if (!placed[0] || !other) throw new Error('All chats are on one worker')
  return [placed[0].id, other.id]
}

export async function limitsOf(url: string, [one, other]: [number, number]): Promise<Limits> {
  return {
    writeSkewRefused: { onOneWorker: await isSkewRefused(url, one, one), onTwoWorkers: await isSkewRefused(url, one, other) },
    isOneMoment: await seesOneMoment(url, one, other),
    foreignKeyToChat: await refusalOf(url, 'alter table message add foreign key (chat_id) references chat (id)'),
    uniqueWithoutChat: await refusalOf(url, 'create unique index on message (id)'),
  }
}

/** Each of two transactions counts the bans that the other adds. One after the other, in either order, one of them would have counted one. */
async function isSkewRefused(url: string, a: number, b: number): Promise<boolean> {
  return withClients(url, async (first, second) => {
    const count = 'select count(*) from banned_range where chat_id = $1 and first_ip = $2'
    const insert = 'insert into banned_range values ($1, $2, $3)'
    const ip = Math.floor(Math.random() * 2 ** 30)
    const step = async (client: pg.Client, text: string, values: unknown[] = []) => client.query(text, values)
    try {
      for (const client of [first, second]) await client.query('begin isolation level serializable')
      await step(first, count, [a, ip])
      await step(second, count, [b, ip + 1])
      await step(first, insert, [b, ip + 1, ip + 1])
      await step(second, insert, [a, ip, ip])
      await first.query('commit')
      await second.query('commit')
      return false
    } catch (error) {
      if (isConflict(error) || isUnavailable(error)) return true
      throw error
    }
  })
}

async function seesOneMoment(url: string, a: number, b: number): Promise<boolean> {
  return withClients(url, async (reader, writer) => {
    const count = 'select count(*)::int as count from banned_range where chat_id = $1'
    const countIn = async (chatId: number) => (await reader.query<{ count: number }>(count, [chatId])).rows[0]!.count
    const before = [await countIn(a), await countIn(b)]
    await reader.query('begin isolation level repeatable read read only')
    const first = await countIn(a)
    await writer.query('begin')
    for (const chatId of [a, b])
      await writer.query('insert into banned_range values ($1, $2, $2)', [chatId, Math.floor(Math.random() * 2 ** 31)])
    await writer.query('commit')
    const second = await countIn(b)
    await reader.query('commit')
    return first === before[0] && second === before[1]
  })
}

async function refusalOf(url: string, statement: string): Promise<string | null> {
  return query(url, statement).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

async function withClients<T>(url: string, work: (first: pg.Client, second: pg.Client) => Promise<T>): Promise<T> {
  const clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })] as const
  try {
    for (const client of clients) await client.connect()
    return await work(...clients)
  } finally {
    for (const client of clients) await client.end()
  }
}
