import { Checkbox } from '@mantine/core'
import type { Ref } from 'react'
import { setting } from '#contract/settings-derive.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import { ShownChange } from '#dashboard/platform/saving/ShownValue.tsx'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { keyOf, type ReviewChange, type ReviewPiece } from './review-model.ts'
import classes from './ReviewDialog.module.css'
import { useQuery } from '@tanstack/react-query'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { exact } from '#dashboard/ui/format/time.tsx'

/** What follows from changes, beside them. */
export interface ReviewNote {
  key: string
  tone: 'found' | 'resolved' | 'quiet'
  /** "New finding.", where there is such a word. */
  lead?: string
  text: string
  /** Whose last change of which setting is said after the text. */
  lastChange?: ReviewChange
  /** Edits that end a new finding. */
  fix?: { label: string; run: () => void }
}

const tones: Record<ReviewNote['tone'], { icon: IconName; className: string }> = {
  found: { icon: 'warning', className: 'warn' },
  resolved: { icon: 'done', className: 'ok' },
  quiet: { icon: 'info', className: 'quiet' },
}

interface ReviewPartProps {
  piece: ReviewPiece
  by: 'chat' | 'setting'
  /** Whether no other chat is changed, so that nothing needs its name. */
  isAlone: boolean
  catalogue: Catalogue
  isChosen: (change: ReviewChange) => boolean
  onChoose: (changes: ReviewChange[], isChosen: boolean) => void
  notes: ReviewNote[]
  measure: Ref<HTMLElement>
  index: number
}

/** Changes of one chat or of one setting: old and new at the left, what follows from them at the right. */
export function ReviewPart(props: ReviewPartProps) {
  const { piece, by, isAlone, catalogue, isChosen, onChoose, notes, measure, index } = props
  const { section, isFirst, changes } = piece
  const valid = section.changes.filter(({ problem }) => problem === null)
  const chosen = valid.filter(isChosen).length
  return (
    <section
      ref={measure}
      data-index={index}
      className={classes.part}
      data-first={(isFirst && !isAlone) || undefined}
      data-alone={isAlone || undefined}
      aria-label={section.title}
    >
      {isFirst && !isAlone && (
        <div className={classes.head}>
          <Checkbox
            label={<span className="outside">{section.title}</span>}
            checked={chosen > 0 && chosen === valid.length}
            indeterminate={chosen > 0 && chosen < valid.length}
            disabled={valid.length === 0}
            onChange={(event) => onChoose(valid, event.currentTarget.checked)}
          />
          <span className="help num nowrap">
            {by === 'chat' ? counted(section.changes.length, 'change') : counted(section.changes.length, 'chat')}
          </span>
        </div>
      )}
      <div className={classes.body}>
        <ul className="stack gap-0">
          {changes.map((change) => {
            const { label, control } = setting(change.name)
            const words = (value: ReviewChange['value']) => settingInWords(change.name, value, catalogue)
            const isLong = ['longText', 'words'].includes(control.kind)
            return (
              <li key={keyOf(change)} className={classes.line} data-long={isLong || undefined}>
                <Checkbox
                  label={by === 'chat' ? label : <span className="outside">{change.chatName}</span>}
                  checked={change.problem === null && isChosen(change)}
                  disabled={change.problem !== null}
                  onChange={(event) => onChoose([change], event.currentTarget.checked)}
                />
                <ShownChange before={words(change.held)} after={words(change.value)} isLong={isLong} />
                {change.problem !== null && <p className="bad fz-help">This value {change.problem}.</p>}
              </li>
            )
          })}
        </ul>
        {notes.length > 0 && (
          <ul className={classes.notes}>
            {notes.map(({ key, tone, lead, text, lastChange, fix }) => (
              <li key={key} className="beside">
                <Icon name={tones[tone].icon} size={14} className={tones[tone].className} />
                <span className={tone === 'quiet' ? 'quiet' : undefined}>
                  {lead && <b>{lead}</b>} <span className="outside">{text}</span> {lastChange && <LastChange of={lastChange} />}{' '}
                  {fix && (
                    <button type="button" className="link" onClick={fix.run}>
                      {fix.label}
                    </button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** Who made the last change of a setting and when, as a sentence; nothing where the audit log does not know of the value that is there now. */
function LastChange({ of: { chatId, name, held } }: { of: ReviewChange }) {
  const seesHistory = useSeesHistory()
  const { data } = useQuery({
    ...workspaceQuery('auditList', { query: { chat: chatId, field: name, outcome: 'done', limit: 1 } }),
    enabled: seesHistory,
  })
  const last = data?.data.entries[0]
  if (!last?.who.name || last.changes.find((change) => change.name === name)?.after !== held) return null
  return (
    <span>
      The last change was by <bdi>{last.who.name}</bdi>, {exact(last.at / 1000)}.
    </span>
  )
}
