import { copyFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { scopedTokens, type ScopedTokenDraft } from '#contract/gateway/scoped-tokens.ts'
import type { GatewayOptions } from '../gateway/gateway-options.ts'
import { listen, stop } from '../gateway/server/serve.ts'
import { temporaryFolder } from '../gateway/testing/gateway.ts'
import { startTeam } from '../gateway/testing/team.ts'
import { runCommand } from './command.ts'
import type { GroupName } from './groups.ts'

/** A real gateway on a socket, with a team, and the commands against it. */
export async function startForCommands(options: Partial<GatewayOptions> = {}) {
  const app = temporaryFolder()
  // As the build lays them out; commands read the names of sounds there.
  writeFileSync(join(app.folder, 'index.html'), '<!doctype html>')
  copyFileSync(join(import.meta.dirname, '../../public/catalogue.json'), join(app.folder, 'catalogue.json'))
  const team = await startTeam({ appFolder: app.folder, ...options })
  const { server, address }: { server: Server; address: string } = await listen(team.app, '127.0.0.1', 0)

  async function createToken(draft: Partial<ScopedTokenDraft> = {}) {
    const body = { label: 'script', role: 'manager', chats: 'all', expiresInDays: 1, ...draft }
    const answer = await team.askConfirmed(team.ines, 'scopedTokenCreate', { body })
    return scopedTokens.scopedTokenCreate.response.parse(await answer.json()).data
  }

  /** @param command as it is typed, in parts */
  async function run(
    token: string,
    [group, ...args]: [GroupName, ...string[]],
    { url = address, signal = new AbortController().signal } = {},
  ) {
    const out: string[] = []
    const errors: string[] = []
    const code = await runCommand(group, args, {
      env: { ROOMKEEPER_URL: url, ROOMKEEPER_TOKEN: token },
      out: (text) => out.push(text),
      error: (text) => errors.push(text),
      interrupted: () => signal,
    })
    return { code, out: out.join('\n'), errors: errors.join('\n') }
  }

  /** The JSON of a command that must succeed. */
  async function read<T>(token: string, command: [GroupName, ...string[]]): Promise<T> {
    const { code, out, errors } = await run(token, [...command, '--json'])
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${errors}`)
    return JSON.parse(out) as T
  }

  const close = async () => {
    await stop(server)
    await team.close()
    app.remove()
  }
  return { team, address, createToken, run, read, close }
}

export type CommandBench = Awaited<ReturnType<typeof startForCommands>>
