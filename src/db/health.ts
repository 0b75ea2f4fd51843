import { sql } from 'kysely'
import type { Database } from './open.ts'

const longestWait = 2000

/** Whether the database answers within two seconds. Never rejects. */
export async function isHealthy<Tables>(database: Database<Tables>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, longestWait, false)
  })
  const answers = sql`select 1`.execute(database.query).then(
    () => true,
    () => false,
  )
  return Promise.race([answers, tooLate]).finally(() => clearTimeout(timer))
}
