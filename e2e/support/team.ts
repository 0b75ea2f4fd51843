import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import type { Call } from '#contract/client.ts'
import type { Output } from '#contract/endpoint.ts'
import { gatewayPaths, identityHeader, pageHeader, type Session } from '#contract/session.ts'
import type { gatewayApi } from '#contract/gateway/api.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import type { LimitChanges } from '#contract/gateway/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { collectBrowserErrors, createAccount, expect, test as base, type TestAccount } from './fixtures.ts'
import { startProduct } from './product.ts'

export { expect }

/** People with roles, in browsers of their own, against a product of its own: passkeys need `localhost`, and a team changes the sign-in page for everybody. */

export interface TeamProduct {
  /** At `localhost`, the host that passkeys are bound to. */
  address: string
  /** Where the service is: the product itself, or another one that it reaches by CHAT_API_URL. */
  service: string
  /** The data of the service. */
  folder: string
}

interface Invited {
  name: string
  role: RoleName
  /** Ids of chats. */
  chats?: 'all' | number[]
  limits?: LimitChanges
  /** By which company sign-in recognises the person. */
  email?: string
}

export interface TeamPerson {
  name: string
  /** Signed in. */
  page: Page
  context: BrowserContext
  codes: string[]
  /** The device that holds the passkey. */
  device: Device
}

export interface Team {
  account: TestAccount
  api: Call
  /** The chats of the account: Main stage and Backstage. */
  mainStage: number
  backstage: number
  owner: TeamOwner
  /** Creates an invitation. Resolves to the path of the page to join. */
  invite: (person: Invited) => Promise<string>
  /** Opens a browser without a session. */
  open: (options?: BrowserContextOptions) => Promise<{ page: Page; context: BrowserContext; device: Device }>
  /** Invites a person, who joins with a passkey in a browser of their own. */
  join: (person: Invited, options?: BrowserContextOptions) => Promise<TeamPerson>
}

/** A device with a fingerprint reader, held by its owner (Chromium's virtual authenticator). */
export interface Device {
  /** Whether the person confirms what the browser asks; otherwise they cancel. */
  confirms: (isConfirming: boolean) => Promise<unknown>
  /** Loses all passkeys. */
  lose: () => Promise<unknown>
}

/** @param transport a second device is one that is plugged in: a browser has one reader of its own */
export async function addDevice(page: Page, transport: 'internal' | 'usb' = 'internal'): Promise<Device> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  return {
    confirms: (isUserVerified) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    lose: () => session.send('WebAuthn.clearCredentials', { authenticatorId }),
  }
}

/** The Owner who turned on team access, by requests: the page of the team has tests of its own. */
export class TeamOwner {
  readonly #address: string
  readonly #token: string
  #cookie = ''
  #identity = ''

  constructor(address: string, token: string) {
    this.#address = address
    this.#token = token
  }

  async #request(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(this.#address + path, {
      method,
      headers: {
        [pageHeader.name]: pageHeader.value,
        origin: this.#address,
        'content-type': 'application/json',
        cookie: this.#cookie,
        ...(this.#identity && { [identityHeader]: this.#identity }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    this.#cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie
    const text = await answer.text()
    expect(answer.status, `${method} ${path}: ${text}`).toBe(200)
    return JSON.parse(text)
  }

  async turnOn(name: string): Promise<void> {
    const session = (await this.#request('POST', gatewayPaths.session, { token: this.#token })) as Session
    if (session.signedIn) this.#identity = session.identity
    await this.#request('POST', `${gatewayPaths.workspace}/team`, { name, token: this.#token })
  }

  /** Sends a request that needs the token again. */
  async #confirmed(method: string, path: string, body?: object): Promise<unknown> {
    await this.#request('POST', gatewayPaths.confirm, { token: this.#token })
    return this.#request(method, gatewayPaths.workspace + path, body)
  }

  async invite({ name, role, chats = 'all', limits = {}, email = '' }: Invited): Promise<string> {
    const body = { name, role, chats, limits, email }
    const { data } = (await this.#confirmed('POST', '/invitations', body)) as Output<typeof gatewayApi.invitationCreate>
    return to.join(data.secret)
  }

  async #team() {
    return ((await this.#request('GET', `${gatewayPaths.workspace}/team`)) as Output<typeof gatewayApi.teamRead>).data
  }

  async #personId(name: string): Promise<string> {
    return (await this.#team()).people.find((person) => person.name === name)!.id
  }

  async remove(name: string): Promise<void> {
    await this.#confirmed('DELETE', `/people/${await this.#personId(name)}`)
  }

  async revokeInvitationOf(name: string): Promise<void> {
    const { id } = (await this.#team()).invitations.find((invitation) => invitation.name === name)!
    await this.#confirmed('DELETE', `/invitations/${id}`)
  }

  async change(name: string, changes: Partial<Invited>): Promise<void> {
    const { people } = await this.#team()
    const { id, revision, ...grant } = people.find((person) => person.name === name)!
    const { role, chats, limits, email } = { ...grant, ...changes }
    await this.#confirmed('PUT', `/people/${id}`, { name, role, chats, limits, email, revision })
  }
}

/** Accepts an invitation. Resolves to the recovery codes. */
export async function acceptInvitation(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
  await page.getByLabel('I have saved these codes').check()
  await page.getByRole('button', { name: 'Open Roomkeeper' }).click()
  await expect(page.locator('#page')).toBeVisible()
  return codes
}

export const test = base.extend<{ team: Team }, { teamService: 'built-in' | 'remote'; teamProduct: TeamProduct }>({
  teamService: ['built-in', { scope: 'worker', option: true }],

  teamProduct: [
    async ({ teamService }, use, { parallelIndex }) => {
      const folder = await mkdtemp(join(tmpdir(), 'roomkeeper-e2e-team-'))
      // Passkeys are bound to an address that is known before the start.
      const port = Number(process.env['E2E_PORT'] ?? 4273) + 10 + parallelIndex
      const address = `http://localhost:${port}`
      const data = (name: string) => join(folder, name)
      const remote = teamService === 'remote' ? await startProduct({ DATA_DIR: data('service') }) : null
      const upstream = remote && { CHAT_API_URL: `${remote.address}/api` }
      const product = await startProduct({ DATA_DIR: data('product'), PORT: String(port), ...upstream })
      await use({ address, service: remote?.address ?? address, folder: data(remote ? 'service' : 'product') })
      await product.stop()
      await remote?.stop()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],

  baseURL: ({ teamProduct }, use) => use(teamProduct.address),

  account: async ({ teamProduct: { service, folder } }, use, { testId, retry }) => {
    await use(await createAccount(service, `${testId}-${retry}`, undefined, folder))
  },

  team: async ({ browser, account, baseURL, browserErrors }, use) => {
    const owner = new TeamOwner(baseURL!, account.token)
    const { api } = account
    const [mainStage, backstage] = [
      (await api('chatCreate', { body: { name: 'Main stage' } })).chatId,
      (await api('chatCreate', { body: { name: 'Backstage' } })).chatId,
    ]
    await owner.turnOn('Inês Carvalho')
    const contexts: BrowserContext[] = []
    const invite = (person: Invited) => owner.invite(person)

    async function open(options: BrowserContextOptions = {}) {
      const context = await browser.newContext({ baseURL: baseURL!, viewport: { width: 1280, height: 800 }, ...options })
      contexts.push(context)
      await collectBrowserErrors(context, new URL(options.baseURL ?? baseURL!).origin, browserErrors.found)
      const page = await context.newPage()
      return { page, context, device: await addDevice(page) }
    }
    async function joinTeam(person: Invited, options?: BrowserContextOptions): Promise<TeamPerson> {
      const path = await invite(person)
      const opened = await open(options)
      return { ...opened, name: person.name, codes: await acceptInvitation(opened.page, path) }
    }
    await use({ account, api, owner, mainStage, backstage, invite, open, join: joinTeam })
    await Promise.all(contexts.map((context) => context.close()))
  },
})
