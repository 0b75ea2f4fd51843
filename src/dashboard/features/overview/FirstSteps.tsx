import { Anchor, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Account } from '#contract/account.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { to } from '#dashboard/platform/to.ts'
import { CopyButton } from '#dashboard/ui/form/CopyButton.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { FirstStepsState, StepName } from './first-steps.ts'
import classes from './overview.module.css'

interface FirstStepsProps {
  steps: FirstStepsState
  account: Account
  /** Undefined while it is loading. */
  catalogue: Catalogue | undefined
  /** The form that creates the first chat. */
  createChat: ReactNode
}

const order: StepName[] = ['create', 'signIn', 'welcome', 'share']

/** The steps to take with a new account. */
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
      <h2 className={classes.title} id="first-steps">
        Your first chat in four steps
      </h2>
      <p className={classes.note}>
        {count(done.size)} of 4 done. This list disappears when step 4 is done, or{' '}
        <Anchor component="button" type="button" fz="inherit" onClick={steps.hide}>
          hide it now
        </Anchor>
        .
      </p>
      <ol className={classes.steps}>
        <Step {...parts('create')} title="Create a chat" link={chat && to.settings(chat.id)} note="Everything can be changed later.">
          {createChat}
        </Step>
        <Step
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
        </Step>
        <Step
          {...parts('welcome')}
          title="Write a welcome message"
          link={settings('groupChatWelcomeMessage')}
          note="Shown to everyone who enters. A good place for your house rules."
        >
          <StepActions open="Write it" path={settings('groupChatWelcomeMessage')} keep="Skip" onKeep={() => steps.finish('welcome')} />
        </Step>
        <Step
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
        </Step>
      </ol>
    </section>
  )
}

interface StepProps {
  number: number
  isDone: boolean
  isOpen: boolean
  title: string
  note: string
  /** Where the result of the step is shown. */
  link: string | undefined
  children: ReactNode
}

function Step({ number, isDone, isOpen, title, note, link, children }: StepProps) {
  return (
    <li className={classes.step} data-open={isOpen || undefined} data-done={isDone || undefined} aria-current={isOpen ? 'step' : undefined}>
      <span className={classes.number} data-open={isOpen || undefined}>
        {isDone ? <Icon name="check" size={14} label="Done" /> : number}
      </span>
      <div>
        <h3>{isDone && link ? <PageLink to={link}>{title}</PageLink> : title}</h3>
        <p className={classes.note}>{note}</p>
        {isOpen && <div className="mt-8">{children}</div>}
      </div>
    </li>
  )
}

function StepActions({ open, path, keep, onKeep }: { open: string; path: string | undefined; keep: string; onKeep: () => void }) {
  return (
    <div className="beside wrap mt-8">
      {path && (
        <Button component={PageLink} to={path} variant="filled">
          {open}
        </Button>
      )}
      <Button variant="subtle" c="dimmed" onClick={onKeep}>
        {keep}
      </Button>
    </div>
  )
}
