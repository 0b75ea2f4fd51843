import { emailPattern } from '#contract/values.ts'
import { type Database, withDatabase } from '#db/open.ts'
import { databaseLocation } from '#db/location.ts'
import { commandLine } from '#db/release.ts'
import { createAccount, createToken, planDefaults, revokeToken } from './accounts.ts'
import { parseOptions, UsageError, whole } from '#db/command-line.ts'
import { prepareCommand } from '../prepare.ts'
import type { Tables } from '../tables.ts'
import { toUnixSeconds } from '../times.ts'

/** The commands of `npm run account`. */

export const usage = `Usage:
  ${commandLine('account')} create --email a@b.c --name "Full name" [--rooms ${planDefaults.rooms}] [--admins ${planDefaults.admins}] [--users ${planDefaults.users}] [--keywords ${planDefaults.keywords}]
  ${commandLine('account')} token --account ID [--label "What for"] [--expires DAYS]
  ${commandLine('account')} revoke --token-id ID`

type Action = (database: Database<Tables>) => Promise<object>

/** The action that the arguments name. Throws a UsageError. */
function actionOf([command, ...args]: string[]): Action {
  switch (command) {
    case 'create':
      return create(args)
    case 'token':
      return token(args)
    case 'revoke':
      return revoke(args)
    default:
      throw new UsageError(command ? `Unknown command "${command}".` : 'A command is missing.')
  }
}

function create(args: string[]): Action {
  const { email, name, ...maxima } = parseOptions(args, ['email', 'name', 'rooms', 'admins', 'users', 'keywords'])
  if (!email || !emailPattern.test(email)) throw new UsageError('--email must be an e-mail address.')
  if (!name?.trim()) throw new UsageError('--name must not be empty.')
  const plan = Object.fromEntries(Object.entries(maxima).map(([kind, text]) => [kind, whole(`--${kind}`, text, 0)]))
  return async (database) => {
    const accountId = await createAccount(database, { email, name, ...plan })
    const { token } = await createToken(database, { accountId, label: 'first token' })
    return { accountId, token }
  }
}

function token(args: string[]): Action {
  const { account, label, expires } = parseOptions(args, ['account', 'label', 'expires'])
  const accountId = whole('--account', account)
  const end = expires === undefined ? undefined : toUnixSeconds(Date.now()) + whole('--expires', expires) * 86_400
  return (database) => createToken(database, { accountId, label, expires: end })
}

function revoke(args: string[]): Action {
  const tokenId = whole('--token-id', parseOptions(args, ['token-id'])['token-id'])
  return async (database) => {
    if (!(await revokeToken(database, tokenId))) throw new Error(`There is no valid token ${tokenId}`)
    return { tokenId, revoked: true }
  }
}

/** Runs the command on the database that the environment names. Rejects with a UsageError before anything is opened. */
export async function runAccountCommand(args: string[], env: Record<string, string | undefined>): Promise<object> {
  const action = actionOf(args)
  return withDatabase<Tables, object>(databaseLocation(env), async (database) => {
    await prepareCommand(database)
    return action(database)
  })
}
