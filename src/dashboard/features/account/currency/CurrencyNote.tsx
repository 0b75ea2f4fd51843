import { useState } from 'react'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { RetryButton } from '#dashboard/ui/feedback/notices.tsx'
import { currencyLabel } from './currencies.ts'
import type { CurrencyOutcome } from './set-currency.ts'

export type Problem = Exclude<CurrencyOutcome, { is: 'set' }>

/** The outcome of setting the currency, unless it was simply set. @param onCheck reads the account again and sends nothing */
export function CurrencyNote({ outcome, code, onCheck }: { outcome: Problem; code: string; onCheck: () => Promise<void> }) {
  const [checking, setChecking] = useState(false)
  async function check() {
    setChecking(true)
    await onCheck()
    setChecking(false)
  }
  const isOpen = outcome.is === 'open' || outcome.is === 'unknown'
  return (
    <div role={isOpen ? 'alert' : undefined}>
      <Banner tone={isOpen ? 'warn' : 'bad'}>
        {words(outcome, code)}
        {isOpen && <RetryButton label="Check again" busy={checking} retry={() => void check()} />}
      </Banner>
    </div>
  )
}

function words(outcome: Problem, code: string) {
  switch (outcome.is) {
    case 'other':
      return (
        <p>
          <b>Not set to {code}.</b> Someone else set it to {currencyLabel(outcome.currency)} just before.
        </p>
      )
    case 'refused':
      return (
        <p>
          <b>Not set.</b> {errorMessage(outcome.failure).advice} To try again, confirm and type the code again.
        </p>
      )
    case 'not kept':
      return (
        <p>
          <b>Not set.</b> {serviceNameFirst()} reported success, but the account has no currency. Ask its operator before you try again.
        </p>
      )
    case 'open':
      return (
        <p>
          <b>Not confirmed.</b> {serviceNameFirst()} sent no confirmation, and the account has no currency so far. The request was sent once
          and is not repeated automatically; it may still arrive. Check again in a moment.
        </p>
      )
    case 'unknown':
      return outcome.isConfirmed ? (
        <p>
          <b>Saved, but not checked.</b> {serviceNameFirst()} confirmed {code}; the account could not be read:{' '}
          {errorMessage(outcome.failure).cause}.
        </p>
      ) : (
        <p>
          <b>Outcome unknown.</b> The account could not be read: {errorMessage(outcome.failure).cause}. The request was sent once and is not
          repeated automatically. Check the account before you try again.
        </p>
      )
  }
}
