import { testSession } from '../../e2e/support/long-sessions/session-test.ts'

/** R32: as many long sessions as a night has room for. */

for (let seed = 1; seed <= 200; seed++) testSession(seed)
