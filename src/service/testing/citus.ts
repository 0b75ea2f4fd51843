import pg from 'pg'

/** Test databases on a Citus cluster: one of the same name on the coordinator and on each worker, joined to a cluster of their own. */

/** The addresses of the workers whose coordinator a database is; none where it is not the coordinator of a Citus cluster. */
export async function workersOf(server: string): Promise<string[]> {
  const { rows } = await query(server, "select from pg_extension where extname = 'citus'")
  if (rows.length === 0) return []
  const nodes = await query(
    server,
    "select nodename, nodeport from pg_dist_node where groupid <> 0 and noderole = 'primary' order by nodeid",
  )
  return (nodes.rows as { nodename: string; nodeport: number }[]).map(({ nodename, nodeport }) => {
    const url = new URL(server)
    url.host = `${nodename}:${nodeport}`
    return url.href
  })
}

/** Makes a cluster of databases that exist. @param url the database on the coordinator @param workers databases of the same name */
export async function joinCluster(url: string, workers: readonly string[]): Promise<void> {
  for (const address of [url, ...workers]) await query(address, 'create extension citus')
  await query(url, 'select citus_set_coordinator_host($1, $2)', nodeOf(url))
  for (const worker of workers) await query(url, 'select citus_add_node($1, $2)', nodeOf(worker))
}

const nodeOf = (url: string): [string, number] => {
  const { hostname, port } = new URL(url)
  return [hostname, Number(port || 5432)]
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement, values)
  } finally {
    await client.end()
  }
}
