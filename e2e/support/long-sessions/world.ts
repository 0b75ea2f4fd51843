import type { BrowserContext, Page } from '@playwright/test'
import { changedSettings, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { TestAccount } from '../fixtures.ts'
import { Broken } from './gestures.ts'
import type { Seen } from './seen.ts'
import type { Service } from './services.ts'
import { Traffic, type Permit } from './traffic.ts'

/** The model: what a person did so far, as far as it decides what has to be on the screen. */

export interface Chat {
  id: number
  name: string
}

export type Value = string | boolean

/** Edits of the settings of one chat. */
export interface Draft {
  /** Those in the form. */
  live: Map<SettingName, Value>
  /** Those of an earlier load of the page, which are offered back. */
  offered: Map<SettingName, Value>
  /** The load of the page in which the live ones were made. */
  load: number
}

export interface Tab {
  page: Page
  /** Grows when the page is loaded anew. */
  load: number
  /** Which chats' settings are edited in this tab: two tabs that edit the same one share a draft, which is a matter of its own (two-tabs.e2e.ts). */
  editable: (chat: number) => boolean
  seen: Seen
}

/** Messages that were chosen to be deleted, until they are gone or kept. */
export interface Deletion {
  chatId: number
  ids: Set<number>
}

export class World {
  readonly traffic = new Traffic()
  tabs: Tab[] = []
  /** The one that is looked at. */
  at = 0
  readonly drafts = new Map<number, Draft>()
  /** Edits of the profile and of the social settings, by page. */
  readonly forms = { '/account': new Map<string, Value>(), '/social': new Map<string, Value>() }
  deletions: Deletion[] = []
  /** Settings that were saved from here, and what they were before, the latest last. */
  readonly saved: { chatId: number; before: Partial<Settings> }[] = []
  private claims: { chatId: number; before: Settings; wanted: Partial<Record<string, unknown>> }[] = []
  isOffline = false
  /** When the connection last went or came, in milliseconds. */
  private turnedAt = 0
  /** What the browser reported since the last look. */
  troubles: string[] = []
  /** For names that are not there yet. */
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
    this.traffic.isAskedFor = ({ name, chatId, body }) =>
      name === 'messageDeleteSome' &&
      (body as number[]).every((id) => this.deletions.some((deletion) => deletion.chatId === chatId && deletion.ids.has(id)))
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

  /** The chat of the page that is looked at. */
  get chat(): Chat | undefined {
    const id = Number(/^\/chats\/(\d+)/.exec(this.seen.path)?.[1])
    return this.chats.find((chat) => chat.id === id)
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.context.setOffline(isOffline)
    this.isOffline = isOffline
    this.turnedAt = Date.now()
  }

  /** When something last went wrong on purpose, in milliseconds. */
  get faultAt(): number {
    return Math.max(this.turnedAt, this.service.failedAt())
  }

  draft(chatId: number): Draft {
    if (!this.drafts.has(chatId)) this.drafts.set(chatId, { live: new Map(), offered: new Map(), load: 0 })
    return this.drafts.get(chatId)!
  }

  /** The edits of the settings that are looked at; those of an earlier load are offered from here on. */
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

  /** @param part the last part of the address, '' for the overview */
  isOn(part: string): boolean {
    return this.seen.path.split('/').at(-1) === part
  }

  newLoad(): number {
    return ++this.loads
  }

  fresh(words: string): string {
    return `${words} ${++this.made}`
  }

  /** What is about to be sent because of what the person does. */
  permit(name: Permit['name'], chatId?: number, rest: Partial<Permit> = {}) {
    this.traffic.permits.push({ name, chatId, times: 1, ...rest })
  }

  /** From `before`, nothing of a chat may change but what is wanted. */
  claim(chatId: number, before: Settings, wanted: Partial<Record<string, unknown>>) {
    this.claims.push({ chatId, before, wanted })
  }

  /** Holds the claims against the service. What it holds by now is an edit no more. */
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

  /** A review is open that lists every edit, and nothing else. */
  checkReview() {
    const words = this.seen.overlays.at(-1) ?? 'nothing'
    const { size } = this.draftHere()!.live
    if (!new RegExp(`Review ${size} changes?$`).test(words))
      throw new Broken(`${size} edits are to be reviewed, and what opens is ${words}`)
  }
}
