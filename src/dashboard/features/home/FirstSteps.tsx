import { Button, LinkButton, PlainLinkButton } from '#dashboard/ui/form/Button.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import type { Account } from '#contract/account.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { to } from '#dashboard/platform/to.ts'
import { CopyButton } from '#dashboard/ui/form/CopyButton.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { modKey } from '#dashboard/ui/overlay/keys.tsx'
import { Step } from '#dashboard/ui/form/Step.tsx'
import type { Chat } from '#contract/chats.ts'
import { defaults } from '#contract/settings-derive.ts'
import { signInMethods } from '#contract/settings-doctor.ts'
import { useIsWriting } from '#dashboard/platform/api/actions.ts'
import { useFrameHandle } from '#dashboard/platform/session/PlaceHead.tsx'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { localJson, storeText } from '#dashboard/platform/session/session-state.ts'
import classes from './home.module.css'

interface FirstStepsProps {
  steps: FirstStepsState
  account: Account
  /** Undefined while it is loading. */
  catalogue: Catalogue | undefined
  createChat: ReactNode
}

const order: StepName[] = ['create', 'signIn', 'welcome', 'share']

export function FirstSteps({ steps, account, catalogue, createChat }: FirstStepsProps) {
  const { chat, done } = steps
  const open = order.find((step) => !done.has(step))
  const parts = (name: StepName) => ({ number: order.indexOf(name) + 1, isDone: done.has(name), isOpen: open === name })
  const settings = (field: string) => (chat ? to.setting(chat.id, field) : undefined)
  const { reservedNameAddress } = catalogue ?? {}
  const address =
    reservedNameAddress && account.reservedName ? reservedNameAddress.replaceAll('{name}', encodeURIComponent(account.reservedName)) : null
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">Your first chat in four steps</h2>
      <p className="help">
        {count(done.size)} of 4 done. This list disappears when step 4 is done, or{' '}
        <PlainLinkButton onClick={steps.hide}>hide it now</PlainLinkButton>.
      </p>
      <ol className="mt-16">
        <FirstStep {...parts('create')} title="Create a chat" link={chat && to.settings(chat.id)} note="Everything can be changed later.">
          {createChat}
        </FirstStep>
        <FirstStep
          {...parts('signIn')}
          title="Choose how people sign in"
          link={settings('networkOneLogin')}
          note="Guests, name and password, social accounts, or only users of your own website."
        >
          <StepActions
            open="Open sign-in settings"
            path={settings('networkOneLogin')}
            keep="Keep the defaults"
            onKeep={() => steps.finish('signIn')}
          />
        </FirstStep>
        <FirstStep
          {...parts('welcome')}
          title="Write a welcome message"
          link={settings('groupChatWelcomeMessage')}
          note="Shown to everyone who enters. A good place for your house rules."
        >
          <StepActions open="Write it" path={settings('groupChatWelcomeMessage')} keep="Skip" onKeep={() => steps.finish('welcome')} />
        </FirstStep>
        <FirstStep
          {...parts('share')}
          title="Share it"
          link={undefined}
          note="The public ID tells your chat service which chat to show. Its documentation explains how to add a chat to a page."
        >
          {chat && (
            <>
              <p className="row">
                Public ID <b className="code outside">{chat.hash}</b> <CopyButton value={chat.hash} label="Copy the public ID" />
              </p>
              {address !== null && (
                <p className="row">
                  Your chats are at <b className="outside">{address}</b> <CopyButton value={address} label="Copy the address" />
                </p>
              )}
              <div className="beside mt-8">
                <Button variant="filled" onClick={() => steps.finish('share')}>
                  Done
                </Button>
              </div>
            </>
          )}
        </FirstStep>
      </ol>
    </section>
  )
}

const inShort: Record<string, string> = {
  inbox: 'Everything that waits for your yes or no',
  chats: 'Messages, polls, bans and settings of each chat',
  automation: 'What runs while you’re away',
  changes: 'What happened, by whom, and undo',
  people: 'Who may sign in, and what they may do',
  account: 'Plan, profile and notifications',
}

/** What the places of the sidebar are for. */
export function InFiveMinutes() {
  const { places } = useFrameHandle()
  return (
    <section className="panel" aria-labelledby="in-five-minutes">
      <h2 id="in-five-minutes" className="heading">
        In five minutes
      </h2>
      <ul className="stack gap-6 mt-8">
        {Object.entries(places).map(
          ([name, { icon, title }]) =>
            inShort[name] && (
              <li key={name} className={`fz-help ${classes.place}`}>
                <Icon name={icon} />
                <b className="medium">{title}</b>
                <span className="quiet">{inShort[name]}</span>
              </li>
            ),
        )}
      </ul>
      <p className="help mt-16">
        Press <kbd>{modKey}</kbd> <kbd>K</kbd> to go anywhere, <kbd>?</kbd> for the keys of a page.
      </p>
    </section>
  )
}

interface FirstStepProps {
  number: number
  isDone: boolean
  isOpen: boolean
  title: string
  note: string
  /** Where the result of the step is shown. */
  link: string | undefined
  children: ReactNode
}

const FirstStep = ({ number, isDone, isOpen, title, note, link, children }: FirstStepProps) => (
  <Step as="li" number={number} done={isDone} isCurrent={isOpen} title={isDone && link ? <PageLink to={link}>{title}</PageLink> : title}>
    <p className="help">{note}</p>
    {isOpen && <div className="mt-8">{children}</div>}
  </Step>
)

function StepActions({ open, path, keep, onKeep }: { open: string; path: string | undefined; keep: string; onKeep: () => void }) {
  return (
    <div className="beside wrap mt-8">
      {path && (
        <LinkButton to={path} variant="filled">
          {open}
        </LinkButton>
      )}
      <Button variant="subtle" tone="quiet" onClick={onKeep}>
        {keep}
      </Button>
    </div>
  )
}

type StepName = 'create' | 'signIn' | 'welcome' | 'share'

/** Kept in this browser until sign-out. */
interface KeptSteps {
  chatId: number | null
  done: StepName[]
  isHidden: boolean
}

const name = 'first-steps'
const begun: KeptSteps = { chatId: null, done: [], isHidden: false }

const read = () => localJson(name) as KeptSteps | null

const access = [...signInMethods, 'forceSDKLogin', 'register', 'monetizeLogin', 'allowListeners'] as const

/** The steps that are done: those that the chat's settings show, and those that were marked. */
function doneSteps(chat: Chat | undefined, marked: readonly StepName[]): Set<StepName> {
  const done = new Set(marked)
  if (!chat) return new Set()
  done.add('create')
  if (access.some((setting) => chat[setting] !== defaults[setting])) done.add('signIn')
  if (chat.groupChatWelcomeMessage !== '') done.add('welcome')
  return done
}

/** Shown from the first visit with an account without chats, until the last step is done or the list is hidden. */
export function useFirstSteps(chats: Chat[]) {
  const isEmpty = chats.length === 0
  const [state, setState] = useState(() => read() ?? (isEmpty ? begun : null))
  const may = useMay()
  // The list has the new chat before its creation is answered. Until then the form stays, which opens the settings of the chat.
  const isCreating = useIsWriting('chatCreate')
  const chat = isCreating ? undefined : (chats.find(({ id }) => id === state?.chatId) ?? chats[0])
  const done = doneSteps(chat, state?.done ?? [])
  // The first chat may be created elsewhere: the progress starts before it exists.
  useEffect(() => {
    if (isEmpty && read() === null) storeText(name, JSON.stringify(begun))
  }, [isEmpty])
  function change(next: Partial<KeptSteps>) {
    const whole = { ...begun, chatId: chat?.id ?? null, ...state, ...next }
    storeText(name, JSON.stringify(whole))
    setState(whole)
  }
  return {
    chat,
    done,
    // Whoever is invited later finds chats that others have set up.
    isShown:
      may('chats.create') &&
      may('settings.write') &&
      (isEmpty || (state !== null && (state.chatId !== null || chats.length === 1))) &&
      !state?.isHidden &&
      !done.has('share'),
    begin: (chatId: number) => change({ chatId, done: [] }),
    finish: (step: StepName) => change({ done: [...(state?.done ?? []), step] }),
    hide: () => change({ isHidden: true }),
  }
}

type FirstStepsState = ReturnType<typeof useFirstSteps>
