import { setting } from '#contract/settings-derive.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { to } from '#dashboard/platform/to.ts'
import { confirm, type Confirmation } from '#dashboard/platform/api/confirm.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { counted, listed } from '#dashboard/ui/format/numbers.ts'
import { toast, toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import type { Entry } from './entry.ts'
import { prepareStaging } from './stage-settings.ts'
import { thingOf } from './things.ts'
import { prepareUndo, type UndoLine } from './undo.ts'
import classes from './undo-acts.module.css'
import { Value } from './Value.tsx'
import { labelOf, subjectOf, titleOf } from './words.ts'

interface UndoOptions {
  accountId: number
  catalogue: Catalogue
  /** Opens a page. */
  go: (path: string) => unknown
}

/** Shows what taking a change back would send, and sends it once somebody agreed. Tells of failures itself. */
export async function undo(entry: Entry, { accountId, catalogue, go }: UndoOptions): Promise<void> {
  const title = `Undo “${titleOf(entry)}”?`
  const ask = (lines: UndoLine[], cost: string, rest: Pick<Confirmation, 'confirmLabel' | 'writes' | 'run'>) =>
    confirm({ title, body: <UndoBody entry={entry} lines={lines} cost={cost} catalogue={catalogue} />, ...rest })
  try {
    const thing = thingOf(entry)
    if (thing) {
      const { lines, cost, run } = await prepareUndo(entry, thing)
      if (lines.length === 0) return sayAsBefore()
      return ask(lines, cost, {
        confirmLabel: 'Undo',
        writes: thing.writes,
        run: async (send) => {
          if (await run(send)) toast('Undone')
          else
            toastWarning(
              'Undone, but not checked',
              'The service confirmed it. What it holds could not be read since: look at it before you go on.',
            )
        },
      })
    }
    if (entry.chatId === null) return
    const { chatId } = entry
    const { lines, nameless, stage } = await prepareStaging(entry, chatId, accountId, catalogue)
    const review = async () => {
      await stage()
      await go(to.settingsReview(chatId))
    }
    if (nameless.length > 0)
      toastWarning(
        `${counted(nameless.length, 'sound', 'sounds')} cannot be undone`,
        `The service has not confirmed the names of the earlier numbers: ${listed(nameless.map((name) => setting(name).label))}. Choose a sound by name.`,
      )
    if (lines.length === 0) return nameless.length > 0 ? undefined : sayAsBefore()
    if (lines.every(({ changedSince }) => changedSince === undefined)) await review()
    else ask(lines, '', { confirmLabel: 'Go on to the review', run: review })
  } catch (error) {
    toastError('Nothing was undone', error)
  }
}

const sayAsBefore = () => toast('Nothing to undo: it is as it was before')

/** What will be sent, new and old, and where somebody changed it meanwhile. */
function UndoBody({ entry, lines, cost, catalogue }: { entry: Entry; lines: UndoLine[]; cost: string; catalogue: Catalogue }) {
  const about = [entry.room, subjectOf(entry)].filter(Boolean).join(' · ')
  const value = (name: string, of: UndoLine['now']) => <Value entry={entry} name={name} value={of} catalogue={catalogue} />
  return (
    <div className="stack gap-12">
      {about && <p className="quiet outside">{about}</p>}
      {cost && (
        <Banner>
          <b>{cost}</b>
        </Banner>
      )}
      <ul className={classes.lines}>
        {lines.map(({ name, now, back, changedSince }) => (
          <li key={name} className={classes.line}>
            <span>{labelOf(entry, { name })}</span>
            <span className={classes.change}>
              <del>{value(name, now)}</del>
              <Icon name="right" size={12} label="becomes" />
              <ins>{value(name, back)}</ins>
            </span>
            {changedSince !== undefined && (
              <span className="small row gap-4 warn full-row wrap">
                <Icon name="warning" size={12} /> Changed since; then it was set to {value(name, changedSince)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
