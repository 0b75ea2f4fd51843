import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { maxBudget, minBudget, type PlannedKind, plannedKinds, type Standing } from '#contract/workspace/standing-access.ts'
import { refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { minuteText } from '#dashboard/ui/format/when.ts'
import classes from './standing.module.css'
import { perMinute } from './view.ts'

/** How much of the service's patience it uses, and how much it may. */
export function Requests({ standing: { requests, budget, at } }: { standing: Standing }) {
  const minutes = perMinute(requests, at)
  const now = minutes.at(-1)!
  const most = Math.max(...minutes.map(({ count: sent }) => sent))
  const kinds = requests.filter(({ minute }) => minute === now.minute)
  return (
    <section className={classes.part} aria-labelledby="requests">
      <h2 className="section-heading" id="requests">
        Requests <span>a minute, last hour</span>
      </h2>
      <div
        className={classes.chart}
        role="img"
        aria-label={`The busiest minute had ${counted(most, 'request')}; the limit is ${count(budget)}`}
      >
        <span className={classes.limit}>limit {count(budget)}</span>
        {minutes.map(({ minute, count: sent }) => (
          <span key={minute} className={classes.bar} style={{ height: `${Math.min(100, (sent / budget) * 100)}%` }} />
        ))}
      </div>
      <p className={classes.axis} aria-hidden>
        <span>{minuteText(minutes[0]!.minute)}</span>
        <span>{minuteText(minutes[30]!.minute)}</span>
        <span>{minuteText(now.minute)}</span>
      </p>
      <dl className={classes.facts}>
        <dt>Now</dt>
        <dd className="num">
          <b className="strong">{count(now.count)}</b>
          {kinds.length > 0 && (
            <span className="help"> {kinds.map(({ kind, count: sent }) => `${kindName(kind)} ${count(sent)}`).join(', ')}</span>
          )}
        </dd>
        <dt>
          <label htmlFor="budget">At most</label>
        </dt>
        <dd>
          <Budget key={budget} budget={budget} />
        </dd>
      </dl>
    </section>
  )
}

const kindName = (kind: PlannedKind) => plannedKinds[kind].toLowerCase()

const hint = `Enter a number from ${minBudget} to ${maxBudget}`
const Fields = z.object({
  budget: z.string().check(
    z.trim(),
    z.regex(/^\d{1,4}$/, hint),
    z.refine((text) => Number(text) >= minBudget && Number(text) <= maxBudget, hint),
  ),
})

function Budget({ budget }: { budget: number }) {
  const mayChange = useMay()('standing.write')
  const form = useForm({ resolver: zodResolver(Fields), defaultValues: { budget: String(budget) }, mode: 'onChange' })
  const { errors, isDirty } = form.formState
  const saving = useWorkspaceAction(
    'standingBudget',
    (send, chosen: number) => send('standingBudget', { body: { budget: chosen } }).finally(() => refreshWorkspace('standingRead')),
    { isBare: true },
  )
  if (!mayChange) return <span className="num">{count(budget)}</span>
  const submit = form.handleSubmit((values) => saving.mutate(Number(values.budget)))
  return (
    <form className="row wrap" noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        id="budget"
        size="xs"
        w={72}
        inputMode="numeric"
        autoComplete="off"
        disabled={saving.isPending}
        aria-invalid={errors.budget !== undefined}
        aria-describedby={errors.budget ? 'budget-error' : undefined}
        {...form.register('budget')}
      />
      {isDirty && (
        <Button size="xs" type="submit" loading={saving.isPending}>
          Save
        </Button>
      )}
      {errors.budget && (
        <span className="small bad" id="budget-error" role="alert">
          {errors.budget.message}
        </span>
      )}
    </form>
  )
}
