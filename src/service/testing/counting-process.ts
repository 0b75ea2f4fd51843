import { once } from 'node:events'
import { migrate } from '#db/migrate.ts'
import { openDatabase, type DatabaseLocation } from '#db/open.ts'
import { counts, increment, type Counts } from './counts.ts'

/** A separate process for database.test.ts: after a message it migrates, then increments a number by reading and writing it, as often as given. */

const [place = '', times = ''] = process.argv.slice(2)
// The test wrote it from a DatabaseLocation.
const database = openDatabase<Counts>(JSON.parse(place) as DatabaseLocation)
process.send?.('ready')
await once(process, 'message')
await migrate(database.query, 'count', counts)
for (let done = 0; done < Number(times); done++) await increment(database)
await database.close()
process.disconnect()
