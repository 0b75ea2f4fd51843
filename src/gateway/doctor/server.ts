import type { Settings } from '../env.ts'
import { ask } from './ask.ts'
import { checkOf, type Check } from './check.ts'

/** The address at which programs on this machine reach the server. */
export const localAddress = ({ host, port }: Pick<Settings, 'host' | 'port'>): string =>
  `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`

/** Checks whether the server is running at the configured address. */
export async function checkServer(settings: Pick<Settings, 'host' | 'port'>, request = ask): Promise<{ check: Check; isRunning: boolean }> {
  const address = localAddress(settings)
  if (settings.port === 0) return { check: checkOf('server', ['the port is not known, because PORT is 0']), isRunning: false }
  const answer = await request(`${address}/readyz`)
  if (typeof answer === 'string') return { check: checkOf('server', [`it does not run at ${address}`]), isRunning: false }
  const isOurs = answer.headers.get('cross-origin-embedder-policy') === 'require-corp'
  if (!isOurs) {
    const finding = { text: `Another program answers at ${address}.`, fix: 'Stop it, or choose another port with PORT.' }
    return { check: checkOf('server', [], [finding]), isRunning: false }
  }
  if (answer.status === 503) {
    const finding = { text: `It runs at ${address} and is not ready.`, fix: 'See its log, the disk and the database.' }
    return { check: checkOf('server', [], [finding]), isRunning: true }
  }
  return { check: checkOf('server', [`it runs at ${address}${answer.status === 200 ? ' and is ready' : ''}`]), isRunning: true }
}
