import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { Chat } from '#contract/chats.ts'
import { refresh } from '../query.ts'
import { call } from '../session.ts'
import { counted, listed } from '../ui/numbers.ts'
import { say, warn } from '../ui/toast.tsx'
import { currencyLabel, currencyName, knownCurrencies, typedCode } from './currencies.ts'
import { CurrencyNote, type Problem } from './CurrencyNote.tsx'
import own from './CurrencySteps.module.css'
import { heldCurrency, setCurrency } from './set-currency.ts'

const known = knownCurrencies()

/** Choose the code, read what it means, type it: then it is sent, once. @param paid the chats that wait for it */
export function CurrencySteps({ paid }: { paid: Chat[] }) {
  const [code, setCode] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const [read, setRead] = useState(false)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Problem | null>(null)
  const notNow = !code ? 'choose a code first' : !read ? 'read what it means first' : typed.trim() === code ? null : `type ${code}`

  function choose(next: string | null) {
    setCode(next)
    setRead(false)
    setTyped('')
    setOutcome(null)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (notNow !== null || !code || busy) return
    setBusy(true)
    setOutcome(null)
    const became = await setCurrency(call, code)
    setBusy(false)
    setOutcome(became.is === 'set' ? null : became)
    // To try again takes the same care as the first time.
    setRead(false)
    setTyped('')
    if (became.is === 'set') say(`The currency is ${code}`)
    // These steps go away with the refresh: a currency is there.
    if (became.is === 'other') warn(`Not set to ${code}`, `Somebody set it to ${currencyLabel(became.currency)} a moment before.`)
    await refresh('accountRead')
  }

  /** Reads, and sends nothing. */
  async function look() {
    const held = await heldCurrency(call)
    if (held instanceof Error) setOutcome({ is: 'unknown', failure: held })
    else if (held === '') setOutcome({ is: 'open' })
    await refresh('accountRead')
  }

  return (
    <form className={own.steps} onSubmit={(event) => void submit(event)} noValidate>
      {outcome && <CurrencyNote outcome={outcome} code={code ?? ''} onLook={look} />}
      <Step number={1} done={code !== null} title="Choose the code">
        <Select
          aria-label="Currency code"
          placeholder="Search by code or name"
          searchable
          data={withTyped(search, code)}
          value={code}
          onChange={choose}
          searchValue={search}
          onSearchChange={setSearch}
          limit={100}
          maw={300}
          disabled={busy}
          nothingFoundMessage="No such currency. A code of your own has 2 to 10 letters."
        />
      </Step>
      <Step number={2} done={read} title="What it means">
        <ul className={own.meaning}>
          <li>Paid entry of every chat is charged in {code ? (currencyName(code) ?? code) : 'it'}.</li>
          <li>It is set once. Nobody can change it afterwards, neither here nor later.</li>
          <li>
            {paid.length === 0
              ? 'No chat waits for it: paid entry is on nowhere.'
              : `Paid entry starts to work in ${counted(paid.length, 'chat')}: ${listed(names(paid))}.`}
          </li>
          {code && !currencyName(code) && <li>Nobody here knows the code {code}: be sure that the service does.</li>}
        </ul>
        <Checkbox
          label="I have read this"
          checked={read}
          disabled={busy || !code}
          onChange={(event) => setRead(event.currentTarget.checked)}
        />
      </Step>
      <Step number={3} done={false} title={<>Type {code ? <b className="typed">{code}</b> : 'the code'} to go on</>}>
        <div className={own.act}>
          <TextInput
            aria-label={`Type ${code ?? 'the code'} to go on`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            disabled={busy || !code}
            w={112}
          />
          <Button
            type="submit"
            loading={busy}
            {...(notNow === null ? { variant: 'filled', color: 'red' } : { 'data-disabled': true, 'aria-disabled': true })}
          >
            {code ? `Set ${code} for good` : 'Set for good'}
          </Button>
          <span className={own.reason}>{notNow}</span>
        </div>
      </Step>
    </form>
  )
}

function Step({ number, done, title, children }: { number: number; done: boolean; title: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className={own.step} data-done={done || undefined}>
      <span className={own.number} aria-hidden>
        {number}
      </span>
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </div>
  )
}

const most = 5
const names = (chats: Chat[]) => [
  ...chats.slice(0, most).map(({ name }) => name),
  ...(chats.length > most ? [counted(chats.length - most, 'other')] : []),
]

/** The known codes; what is typed or was chosen beyond them is a choice too. */
function withTyped(search: string, chosen: string | null) {
  const own = [chosen, typedCode(search)].filter((code): code is string => code !== null && !known.some(({ value }) => value === code))
  const isOption = known.some(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()))
  const shown = own.filter((code) => code === chosen || !isOption)
  return [...known, ...[...new Set(shown)].map((code) => ({ value: code, label: `${currencyLabel(code)} · not in the list` }))]
}
