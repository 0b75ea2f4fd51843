import { Button } from '#dashboard/ui/form/Button.tsx'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { serviceName, serviceNameFirst } from '#contract/provider-names.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { refresh } from '#dashboard/platform/api/query.ts'
import { call } from '#dashboard/platform/session/session.ts'
import { fieldError, resolverOf } from '#dashboard/ui/form/form-errors.tsx'
import { Meaning, Step, stepsClass } from '#dashboard/ui/form/Step.tsx'
import { counted, listed, maxNamed } from '#dashboard/ui/format/numbers.ts'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { toast, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { heldCurrency, setCurrency, type CurrencyOutcome, currencyLabel, currencyName, knownCurrencies, typedCode } from './currency.ts'
import { chatTitle } from '#contract/chat-title.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { RetryButton } from '#dashboard/ui/feedback/notices.tsx'

const known = knownCurrencies()

/** Choose the code, read what it means, type it: then it is sent, once. @param paid the chats with paid entry */
export function CurrencySteps({ paid }: { paid: Chat[] }) {
  const form = useForm({ resolver, defaultValues: { currency: '', isRead: false, typed: '' } })
  const { errors } = form.formState
  const [code, isRead] = useWatch({ control: form.control, name: ['currency', 'isRead'] })
  const [search, setSearch] = useState('')
  const [outcome, setOutcome] = useState<Problem | null>(null)

  /** The other steps are about this code, so they start again. */
  function choose(currency: string) {
    form.reset({ currency, isRead: false, typed: '' })
    setOutcome(null)
  }

  const setting = useAction('currencySet', async (send, currency: string) => {
    setOutcome(null)
    const became = await setCurrency(send, currency)
    // Another attempt has to go through all steps again.
    choose(currency)
    setOutcome(became.is === 'set' ? null : became)
    // Once the account has a currency, these steps are replaced.
    await refresh('accountRead')
    if (became.is === 'set') toast(`The currency is ${currency}`)
    if (became.is === 'other')
      toastWarning(`Not set to ${currency}`, `Someone else set it to ${currencyLabel(became.currency)} just before.`)
  })

  const submit = form.handleSubmit(({ currency }) => setting.mutate(currency))

  /** Reads the account; sends nothing. */
  async function check() {
    const held = await heldCurrency(call)
    const isConfirmed = outcome?.is === 'unknown' && outcome.isConfirmed
    if (held instanceof Error) setOutcome({ is: 'unknown', failure: held, isConfirmed })
    else if (held === '') setOutcome({ is: isConfirmed ? 'not kept' : 'open' })
    await refresh('accountRead')
  }

  return (
    <form className={stepsClass} onSubmit={(event) => void submit(event)} noValidate>
      {outcome && <CurrencyNote outcome={outcome} code={code} onCheck={check} />}
      <Step number={1} done={code !== ''} title="Choose the code">
        <Controller
          control={form.control}
          name="currency"
          render={({ field }) => (
            <SearchSelect
              aria-label="Currency code"
              placeholder="Search by code or name"
              data={withTyped(search, code)}
              onSearch={setSearch}
              limit={100}
              maw={300}
              disabled={setting.isPending}
              nothingFound="No matches. You can enter any code of 2 to 10 letters."
              error={fieldError(errors.currency?.message)}
              {...field}
              value={code || null}
              onChange={choose}
            />
          )}
        />
      </Step>
      <Step number={2} done={isRead} title="What it means">
        <Meaning>
          <li>Paid entry of every chat is charged in {code ? (currencyName(code) ?? code) : 'it'}.</li>
          <li>It can be set only once. Nobody can change it later.</li>
          <li className="outside">
            {paid.length === 0
              ? 'Paid entry is off in every chat.'
              : `Paid entry starts to work in ${counted(paid.length, 'chat')}: ${listed(paid, maxNamed, chatTitle)}.`}
          </li>
          {code && !currencyName(code) && (
            <li>
              {code} is not a known currency code. Make sure that {serviceName()} supports it.
            </li>
          )}
        </Meaning>
        <Checkbox
          label="I have read this"
          disabled={setting.isPending || !code}
          error={code && fieldError(errors.isRead?.message)}
          {...form.register('isRead')}
        />
      </Step>
      <Step number={3} done={false} title={<>Type {code ? <b className="typed">{code}</b> : 'the code'} to confirm</>}>
        <div className="row wrap">
          <TextInput
            aria-label={`Type ${code || 'the code'} to confirm`}
            autoComplete="off"
            disabled={setting.isPending || !code}
            w={112}
            error={code && fieldError(errors.typed?.message)}
            {...form.register('typed')}
          />
          <Button type="submit" variant="filled" tone="danger" loading={setting.isPending}>
            {code ? `Set ${code} permanently` : 'Set permanently'}
          </Button>
        </div>
      </Step>
    </form>
  )
}

/** The known codes; what is typed or was chosen beyond them is a choice too. */
function withTyped(search: string, chosen: string) {
  const own = [chosen || null, typedCode(search)].filter(
    (code): code is string => code !== null && !known.some(({ value }) => value === code),
  )
  const isOption = known.some(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()))
  const shown = own.filter((code) => code === chosen || !isOption)
  return [...known, ...[...new Set(shown)].map((code) => ({ value: code, label: `${currencyLabel(code)} · not in the list` }))]
}

/** What has to be given before the currency is set, which happens once. */
const resolver = resolverOf<{ currency: string; isRead: boolean; typed: string }>(({ currency, isRead, typed }) => ({
  // Which codes the service takes is not documented (docs/assumptions.md row 17): anything that can be one.
  currency: typedCode(currency) === null ? 'Choose a currency' : null,
  isRead: isRead ? null : 'Confirm that you have read this',
  typed: typed.trim() === currency ? null : `Type ${currency} to confirm`,
}))

type Problem = Exclude<CurrencyOutcome, { is: 'set' }>

/** The outcome of setting the currency, unless it was simply set. @param onCheck reads the account again and sends nothing */
function CurrencyNote({ outcome, code, onCheck }: { outcome: Problem; code: string; onCheck: () => Promise<void> }) {
  const { isPending, mutate } = useAction(null, onCheck)
  const isOpen = outcome.is === 'open' || outcome.is === 'unknown'
  return (
    <div role={isOpen ? 'alert' : undefined}>
      <Banner tone={isOpen ? 'warn' : 'bad'}>
        {words(outcome, code)}
        {isOpen && <RetryButton label="Check again" busy={isPending} retry={() => mutate()} />}
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
