import { once } from 'node:events'
import { openDatabase, type Place } from '#db/open.ts'

/** A process of its own for database.test.ts: reads a number and writes the next one, as often as asked, once it is told to begin. */

const [place = '', times = ''] = process.argv.slice(2)
// The test wrote it from a Place.
const database = openDatabase<{ count: { name: string; value: number } }>(JSON.parse(place) as Place)
process.send?.('ready')
await once(process, 'message')
for (let done = 0; done < Number(times); done++)
  await database.change(async (trx) => {
    const { value } = await trx.selectFrom('count').select('value').where('name', '=', 'a').executeTakeFirstOrThrow()
    await trx
      .updateTable('count')
      .set({ value: value + 1 })
      .where('name', '=', 'a')
      .execute()
  })
await database.close()
process.disconnect()
