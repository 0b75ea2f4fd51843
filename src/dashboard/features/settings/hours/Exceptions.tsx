import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { Suspense, useState } from 'react'
import { maxExceptions } from '#contract/hours/timetable.ts'
import { clockAt } from '#contract/hours/zone.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { equal } from '#engine/saving/equal.ts'
import { byDate, exceptionDates, type HoursPartProps, periodsInWords, type TypedException } from './hours-fields.ts'
import classes from './hours.module.css'

const ExceptionDrawer = lazyPart(async () => (await import('./ExceptionDrawer.tsx')).ExceptionDrawer)

/** The date in a zone; that of UTC where this browser does not know the zone. */
function todayIn(zone: string, now: number): string {
  try {
    return clockAt(zone, now).date
  } catch {
    return clockAt('UTC', now).date
  }
}

/** The dates on which other hours apply. Those that are over are folded. */
export function Exceptions({ values, base, mayWrite, set }: HoursPartProps) {
  const now = useNow() * 1000
  const [showsPast, setShowsPast] = useState(false)
  /** -1: a new one. */
  const [edited, setEdited] = useState<number | null>(null)
  const all = values.exceptions
  const today = todayIn(values.zone, now)
  const past = all.filter(({ to }) => to < today).length
  const save = (exceptions: TypedException[]) => set('exceptions', byDate(exceptions))
  const remove = (index: number) => save(all.filter((_, place) => place !== index))
  return (
    <section aria-labelledby="exceptions" className={classes.marked} data-edited={!equal(values.exceptions, base.exceptions) || undefined}>
      <div className="row mb-6">
        <h3 className="heading grow" id="exceptions">
          Exceptions <span>{all.length > 0 && count(all.length)}</span>
        </h3>
        {mayWrite && all.length < maxExceptions && (
          <Button icon="plus" onClick={() => setEdited(-1)}>
            Add date
          </Button>
        )}
      </div>
      {all.length === 0 && <p className="help">Dates with other hours, such as holidays and events.</p>}
      <ul>
        {all.map((exception, index) => {
          const isPast = exception.to < today
          const dates = exceptionDates(exception)
          if (isPast && !showsPast) return null
          return (
            <li key={`${exception.from} ${exception.to} ${exception.name}`} className="list-item">
              <div className="grow">
                <b className={isPast ? 'medium quiet' : 'medium'}>{dates}</b>
                {exception.name && <p className="help outside">{exception.name}</p>}
                {exception.message && (
                  <p className="help outside cut" title={exception.message}>
                    “{exception.message}”
                  </p>
                )}
              </div>
              <span className="num">{periodsInWords(exception.periods)}</span>
              {mayWrite && (
                <ActionMenu
                  button={<IconButton icon="more" size="xs" aria-label={`Actions for ${dates}`} />}
                  items={() => (
                    <>
                      <MenuItem icon="edit" label="Edit…" onClick={() => setEdited(index)} />
                      <MenuItem icon="trash" label="Remove" isDanger onClick={() => remove(index)} />
                    </>
                  )}
                />
              )}
            </li>
          )
        })}
      </ul>
      {past > 0 && (
        <Button size="xs" variant="subtle" onClick={() => setShowsPast(!showsPast)}>
          {showsPast ? 'Hide past dates' : plural(past, 'Show {count} past date', 'Show {count} past dates')}
        </Button>
      )}
      <Suspense fallback={<OverlayFallback />}>
        {edited !== null && (
          <ExceptionDrawer
            exception={all[edited] ?? null}
            today={today}
            onClose={() => setEdited(null)}
            onSave={(exception) => {
              save(edited === -1 ? [...all, exception] : all.with(edited, exception))
              setEdited(null)
            }}
          />
        )}
      </Suspense>
    </section>
  )
}
