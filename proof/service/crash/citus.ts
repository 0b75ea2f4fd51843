import { joinCluster } from '#service/testing/citus.ts'
import { makePostgres, type Postgres } from './postgres.ts'

/** A Citus cluster of our own: a coordinator and two workers, each a server that can be ended, started and frozen. */
export interface CitusCluster {
  coordinator: Postgres
  workers: Postgres[]
  remove: () => Promise<void>
}

const settings = {
  shared_preload_libraries: 'citus',
  'citus.node_conninfo': 'sslmode=disable',
  // For commits in two phases, and for shards that are moved while they are written.
  max_prepared_transactions: '200',
  wal_level: 'logical',
  max_connections: '300',
  max_worker_processes: '40',
}

/** Needs what makePostgres() needs, and Citus installed for that PostgreSQL: rejects where a server does not start with it. */
export async function makeCitus(workerCount = 2): Promise<CitusCluster> {
  const servers: Postgres[] = []
  const remove = async () => {
    for (const server of servers) await server.remove()
  }
  try {
    while (servers.length <= workerCount) servers.push(await makePostgres(settings))
    const [coordinator, ...workers] = servers as [Postgres, ...Postgres[]]
    await joinCluster(
      coordinator.url,
      workers.map(({ url }) => url),
    )
    return { coordinator, workers, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
