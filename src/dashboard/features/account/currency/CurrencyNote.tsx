import { useState } from 'react'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { currencyLabel } from './currencies.ts'
import type { CurrencyOutcome } from './set-currency.ts'

export type Problem = Exclude<CurrencyOutcome, { is: 'set' }>

/** What became of setting the currency, where it is not simply done. @param onLook reads the account again, and sends nothing */
export function CurrencyNote({ outcome, code, onLook }: { outcome: Problem; code: string; onLook: () => Promise<void> }) {
  const [looking, setLooking] = useState(false)
  async function look() {
    setLooking(true)
    await onLook()
    setLooking(false)
  }
  const isOpen = outcome.is === 'open' || outcome.is === 'unknown'
  return (
    <div role={isOpen ? 'alert' : undefined}>
      <Banner tone={isOpen ? 'warn' : 'bad'}>
        {words(outcome, code)}
        {isOpen && <RetryButton label="Look again" busy={looking} retry={() => void look()} />}
      </Banner>
    </div>
  )
}

function words(outcome: Problem, code: string) {
  switch (outcome.is) {
    case 'other':
      return (
        <p>
          <b>Not set to {code}.</b> Somebody set it to {currencyLabel(outcome.currency)} a moment before.
        </p>
      )
    case 'refused':
      return (
        <p>
          <b>Not set.</b> {errorMessage(outcome.failure).advice} To try again, read and type it anew.
        </p>
      )
    case 'not kept':
      return (
        <p>
          <b>Not set.</b> The service said that it is done, but the account has no currency. Ask its operator before you try again.
        </p>
      )
    case 'open':
      return (
        <p>
          <b>Not confirmed.</b> The service did not say that it is done, and the account has no currency so far. It was sent once and is not
          sent again by itself; it may still arrive. Look again in a moment.
        </p>
      )
    case 'unknown':
      return outcome.isConfirmed ? (
        <p>
          <b>Saved, but not checked.</b> The service confirmed {code}; the account could not be read: {errorMessage(outcome.failure).cause}.
        </p>
      ) : (
        <p>
          <b>Nobody knows yet.</b> The account could not be read: {errorMessage(outcome.failure).cause}. It was sent once and is not sent
          again by itself. Look before you try again.
        </p>
      )
  }
}
