import { openDatabase, type DatabaseLocation } from '#db/open.ts'
import { createApp } from '../app.ts'
import type { Tables } from '../tables.ts'

/** A separate process for idempotency.test.ts: sends one request to a service that is killed right before or after its n-th commit. */

const [place = '', request = '', when = '', at = ''] = process.argv.slice(2)
const die = () => process.kill(process.pid, 'SIGKILL')
// The test passes both as JSON.
const database = openDatabase<Tables>(JSON.parse(place) as DatabaseLocation)
const [path, init] = JSON.parse(request) as [string, RequestInit]
let commits = 0
const app = createApp({
  database: {
    ...database,
    serializable: async (work) => {
      const isLast = ++commits === Number(at)
      const done = await database.serializable(async (trx) => {
        const made = await work(trx)
        if (isLast && when === 'before') die()
        return made
      })
      if (isLast) die()
      return done
    },
  },
})
await app.fetch(new Request(`http://service.test${path}`, init))
