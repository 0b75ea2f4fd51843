import type { BrowserContext, Page } from '@playwright/test'
import { changedSettings, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { TestAccount } from '../fixtures.ts'
import type { gatewaySession } from '../gateway.ts'
import { Choices } from './choices.ts'
import { Broken } from './gestures.ts'
import type { Standing } from './pointer.ts'
import type { Seen } from './seen.ts'
import type { Service } from './services.ts'
import { Traffic, type Permit } from './traffic.ts'

/** The model: everything the user has done that determines what the screen must show. */

export interface Chat {
  id: number
  name: string
}

export type Value = string | boolean

/** Edits of the settings of one chat. */
export interface Draft {
  /** Edits in the form. */
  live: Map<SettingName, Value>
  /** Edits of an earlier load of the page, which the page offers to restore. */
  offered: Map<SettingName, Value>
  /** The load of the page in which the edits in the form were made. */
  load: number
}

export interface Tab {
  page: Page
  /** Increases with every load of the page. */
  load: number
  /** The chats whose settings are edited in this tab. Two tabs that edit the same chat share a draft, which sessions/two-tabs.e2e.ts tests. */
  editable: (chat: number) => boolean
  seen: Seen
}

export class World {
  readonly traffic = new Traffic()
  tabs: Tab[] = []
  /** The index of the current tab. */
  at = 0
  readonly drafts = new Map<number, Draft>()
  /** Edits of the profile and of the social settings, by page. */
  readonly forms = { '/account': new Map<string, Value>(), '/account/social': new Map<string, Value>() }
  readonly choices = new Choices()
  /** Reads and decides about the hits of rules, as another program; null: no rule runs. */
  gateway: Awaited<ReturnType<typeof gatewaySession>> | null = null
  /** Where the pointer was put, and what stood there before; null: nowhere yet. */
  pointer: (Standing & { path: string }) | null = null
  /** Saved settings with their earlier values, latest last. */
  readonly saved: { chatId: number; before: Partial<Settings> }[] = []
  private claims: { chatId: number; before: Settings; wanted: Partial<Record<string, unknown>> }[] = []
  isOffline = false
  /** When the connection was last lost or restored, in milliseconds. */
  private turnedAt = 0
  /** Errors that the browser reported since the last check. */
  troubles: string[] = []
  /** A counter for unique names. */
  private made = 0
  private loads = 0

  readonly context: BrowserContext
  readonly account: TestAccount
  readonly chats: Chat[]
  readonly service: Service

  constructor(context: BrowserContext, account: TestAccount, chats: Chat[], service: Service) {
    this.context = context
    this.account = account
    this.chats = chats
    this.service = service
    this.traffic.watch(context)
    // Choices knows which messages may be deleted.
    this.traffic.isAskedFor = ({ name }) => name === 'messageDeleteSome' || name === 'messageDelete'
  }

  get tab(): Tab {
    return this.tabs[this.at]!
  }
  get page(): Page {
    return this.tab.page
  }
  get seen(): Seen {
    return this.tab.seen
  }

  /** The chat of the current page. */
  get chat(): Chat | undefined {
    const id = Number(/^\/chats\/(\d+)/.exec(this.seen.path)?.[1])
    return this.chats.find((chat) => chat.id === id)
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.context.setOffline(isOffline)
    this.isOffline = isOffline
    this.turnedAt = Date.now()
  }

  /** When a fault was last injected, in milliseconds. */
  get faultAt(): number {
    return Math.max(this.turnedAt, this.service.failedAt())
  }

  draft(chatId: number): Draft {
    if (!this.drafts.has(chatId)) this.drafts.set(chatId, { live: new Map(), offered: new Map(), load: 0 })
    return this.drafts.get(chatId)!
  }

  /** The edits of the current settings page; those of an earlier load become offers. */
  draftHere(): Draft | null {
    const { chat, tab } = this
    if (!chat || !this.isOn('settings') || !tab.editable(this.chats.indexOf(chat))) return null
    const draft = this.draft(chat.id)
    if (draft.load !== tab.load) {
      for (const [name, value] of draft.live) draft.offered.set(name, value)
      draft.live.clear()
      draft.load = tab.load
    }
    return draft
  }

  /** @param part the last segment of the path, '' for the overview */
  isOn(part: string): boolean {
    return this.seen.path.split('/').at(-1) === part
  }

  newLoad(): number {
    return ++this.loads
  }

  fresh(words: string): string {
    return `${words} ${++this.made}`
  }

  /** Permits a request that the action will send. */
  permit(name: Permit['name'], chatId?: number, rest: Partial<Permit> = {}) {
    this.traffic.permits.push({ name, chatId, times: 1, ...rest })
  }

  /** Compared with `before`, only the wanted values of a chat may change. */
  claim(chatId: number, before: Settings, wanted: Partial<Record<string, unknown>>) {
    this.claims.push({ chatId, before, wanted })
  }

  /** Compares the claims with the service. Values that it stores are no edits any more. */
  async settleClaims(): Promise<void> {
    for (const { chatId, before, wanted } of this.claims.splice(0)) {
      const { data: held } = await this.account.api('chatRead', { params: { chatId } })
      const names = changedSettings(before, held)
      const unwanted = names.filter((name) => !(name in wanted) || wanted[name] !== held[name])
      if (unwanted.length > 0)
        throw new Broken(`saving changed what nobody edited: ${unwanted.map((name) => `${name} is ${held[name]}`).join(', ')}`)
      if (names.length > 0) this.saved.push({ chatId, before: Object.fromEntries(names.map((name) => [name, before[name]])) })
      const { live } = this.draft(chatId)
      for (const [name, value] of live) if (held[name] === value) live.delete(name)
    }
  }

  /** Fails unless a review is open that lists exactly the edits. */
  checkReview() {
    const words = this.seen.overlays.at(-1) ?? 'nothing'
    const { size } = this.draftHere()!.live
    if (!new RegExp(`Review ${size} changes?$`).test(words))
      throw new Broken(`${size} edits are to be reviewed, and what opens is ${words}`)
  }
}
