import { once } from 'node:events'
import { migrate } from '#db/migrate.ts'
import { openDatabase, type DatabaseLocation } from '#db/open.ts'
import { counts, type Counts } from './counts.ts'

/** A process of its own for database.test.ts: once it is told to begin it migrates, then reads a number and writes the next one, as often as asked. */

const [place = '', times = ''] = process.argv.slice(2)
// The test wrote it from a DatabaseLocation.
const database = openDatabase<Counts>(JSON.parse(place) as DatabaseLocation)
process.send?.('ready')
await once(process, 'message')
await migrate(database.query, 'count', counts)
for (let done = 0; done < Number(times); done++)
  await database.serializable(async (trx) => {
    const { value } = await trx.selectFrom('count').select('value').where('name', '=', 'a').executeTakeFirstOrThrow()
    await trx
      .updateTable('count')
      .set({ value: value + 1 })
      .where('name', '=', 'a')
      .execute()
  })
await database.close()
process.disconnect()
