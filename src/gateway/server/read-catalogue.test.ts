import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Session } from '#contract/session.ts'
import { startGateway, temporaryFolder } from '../testing/gateway.ts'
import { json, startRemoteService } from '../testing/remote-service.ts'

const file = { languages: {}, sounds: [], countries: {} }
const names = { networkOne: 'Friendface', service: 'Tidewater Chat' }

const started: (() => unknown)[] = []
afterEach(async () => {
  for (const end of started.splice(0).toReversed()) await end()
})

async function start(catalogue: string, upstream = '') {
  const { folder, remove } = temporaryFolder()
  writeFileSync(join(folder, 'catalogue.json'), catalogue)
  const gateway = await startGateway({ appFolder: folder, ...(upstream && { upstream: { address: upstream } }) })
  started.push(remove, gateway.close)
  const session = Session.parse(await (await gateway.send('/bff/session')).json())
  return { ...gateway, names: session.service.names }
}

test('the names of catalogue.json come with the session, before anyone signed in', async () => {
  expect((await start(JSON.stringify({ ...file, names }))).names).toEqual(names)
  expect((await start(JSON.stringify(file))).names).toBeUndefined()
})

test.each(['{', '{}', JSON.stringify({ ...file, names: { service: '' } })])(
  'a broken file names nothing and is logged: %s',
  async (text) => {
    const gateway = await start(text)
    expect(gateway.names).toBeUndefined()
    expect(gateway.logged.join('')).toContain('catalogue.json is broken')
  },
)

test('a refusal of the gateway names the service', async () => {
  const remote = await startRemoteService((_, response) => json(response, { status: false, message: '' }, 403))
  started.push(remote.close)
  const { signIn } = await start(JSON.stringify({ ...file, names }), remote.address)
  const { answer } = await signIn()
  expect(await answer.text()).toContain('Tidewater Chat')
})
