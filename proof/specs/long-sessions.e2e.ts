import { testSession } from '../../e2e/support/long-sessions/session-test.ts'

/** R32: two hundred long sessions. */

for (let seed = 1; seed <= 200; seed++) testSession(seed)
