import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { jobRights } from '#contract/gateway/jobs.ts'
import { stateLooks, type ChangeState } from '#dashboard/platform/changes/change-row.ts'
import { ChangeTable, type ChangeGroup, type RowKey } from '#dashboard/platform/changes/ChangeTable.tsx'
import { leaving } from '#dashboard/platform/changes/focus-change.ts'
import type { Save } from '#dashboard/platform/changes/saved-chats.ts'
import type { Decision } from '#dashboard/platform/changes/settings-job.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { Button } from '#dashboard/ui/form/Button.tsx'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { groupBy } from '#engine/group-by.ts'
import { rowsOf, type ChatChange } from './change-rows.ts'
import { decide, keepTheirs, sendOurs, sendRest, together, type ChatOfSave } from './decisions.ts'

/** What needs a person comes first, what is done last. `figure`: what is said of the chats. */
export const groupWords = {
  decide: { title: 'Need a decision', note: 'changed by others while this ran; theirs stays until someone decides', figure: 'to decide' },
  notKept: { title: 'Not kept', note: 'sent, but the chat service did not keep it', figure: 'not kept' },
  failed: { title: 'Failed', note: 'nothing of it was saved', figure: 'failed' },
  unknown: { title: 'Outcome unknown', note: 'sent, and the service did not say what came of it', figure: 'unknown' },
  notSent: { title: 'Not sent', note: 'the job ended before their turn', figure: 'not sent' },
  waiting: { title: 'Waiting', note: 'their turn has not come', figure: 'waiting' },
  gone: { title: 'Chat deleted', note: 'nothing is changed there any more', figure: 'deleted' },
  done: { title: 'Done', note: 'each read back after writing', figure: 'done' },
  already: { title: 'Already so', note: 'nothing was sent for them', figure: 'already so' },
  keptTheirs: { title: 'Kept theirs', note: 'someone decided so, or nothing had to change', figure: 'kept theirs' },
} as const satisfies Partial<Record<ChangeState, Record<'title' | 'note' | 'figure', string>>>

export type StateOfSave = keyof typeof groupWords
const statesOfSave = Object.keys(groupWords) as StateOfSave[]

/** Every value of a change with what became of it. */
export function useChangeRows({ orders, results, isEnded }: Save) {
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const rows = useMemo(
    () => [...orders.values()].flatMap((order) => rowsOf(order, results.get(order.chatId), !isEnded, catalogue)),
    [orders, results, isEnded, catalogue],
  )
  const byState = useMemo(() => groupBy(rows, ({ state }) => state), [rows])
  return { rows, byState }
}

/** How many chats these rows are about. */
export const chatsOf = (rows: readonly ChatChange[] = []) => new Set(rows.map(({ chatId }) => chatId)).size

interface ChangeResultProps {
  save: Save
  byState: ReadonlyMap<ChangeState, ChatChange[]>
  /** Only what needs a person. */
  isOpenOnly?: true
}

/** What became of each setting, and what a person has to decide. */
export function ChangeResult({ save, byState, isOpenOnly }: ChangeResultProps) {
  const { kind, orders, results } = save
  const may = useMay()
  const mayWrite = [...orders.keys()].every((chatId) => may(jobRights[kind], chatId))

  const send = (decision: Decision) => void decide(save, decision).catch((error: unknown) => toastError('Nothing was sent', error))
  const ofRow = ({ chatId }: ChatChange): ChatOfSave => ({ order: orders.get(chatId)!, result: results.get(chatId) })
  const isAboutSounds = (row: ChatChange) => row.state === 'decide' && !ofRow(row).result?.conflicts.some(({ name }) => name === row.name)
  const soundsOf = (row: ChatChange) => ofRow(row).result?.sounds.length ?? 0
  const theirs = (row: ChatChange) => keepTheirs(ofRow(row), row.name)
  const ours = (row: ChatChange) =>
    row.state === 'notKept' || (row.state === 'decide' && !isAboutSounds(row)) ? sendOurs(ofRow(row), row.name) : sendRest(ofRow(row))

  const groups = statesOfSave.flatMap((state): ChangeGroup<ChatChange>[] => {
    const list = byState.get(state) ?? []
    if (list.length === 0 || (isOpenOnly && !stateLooks[state].needsPerson)) return []
    const { title, note } = groupWords[state]
    const all = (label: string, of: (row: ChatChange) => Decision) => (
      <button key={label} type="button" className="link" onClick={() => send(together(list.map(of)))}>
        {label}
      </button>
    )
    const hasMany = mayWrite && list.length > 1
    const actions = !hasMany
      ? []
      : state === 'decide'
        ? [
            all('Keep all theirs', theirs),
            all(list.some((row) => soundsOf(row) > 0) ? 'Use ours in all, without the sounds' : 'Use ours in all', ours),
          ]
        : state === 'notKept'
          ? [all('Keep all as they are', theirs), all('Try all again', ours)]
          : state === 'failed' || state === 'unknown' || state === 'notSent'
            ? [all(`Send the ${count(list.length)} that are left`, ours)]
            : []
    const extent = `${counted(list.length, 'setting')} in ${counted(chatsOf(list), 'chat')}, ${note}`
    const { icon, className } = stateLooks[state]
    const head = { icon, className, title, note: extent, ...(actions.length > 0 && { actions }) } as const
    return [{ key: state, head, rows: list }]
  })

  const action = (row: ChatChange) => {
    if (!mayWrite || !stateLooks[row.state].needsPerson) return null
    const about = `${row.label} in ${row.place}`
    const act = (label: string, decision: Decision) =>
      decision.leave.length + decision.send.length > 0 && (
        <Button key={label} size="xs" aria-label={`${label}: ${about}`} onClick={leaving(() => send(decision))}>
          {label}
        </Button>
      )
    const sounds = soundsOf(row)
    if (isAboutSounds(row)) return act(plural(sounds, 'Save without {count} sound', 'Save without {count} sounds'), ours(row))
    if (row.state === 'decide') {
      const oursLabel = sounds === 0 ? 'Ours' : plural(sounds, 'Ours, without {count} sound', 'Ours, without {count} sounds')
      return [act('Theirs', theirs(row)), act(oursLabel, ours(row))]
    }
    if (row.state === 'notKept') return [act('Keep as is', theirs(row)), act('Try again', ours(row))]
    return act(row.state === 'notSent' ? 'Send' : 'Try again', ours(row))
  }

  const decideAbout = (row: ChatChange, decision: Decision | null) => {
    if (!mayWrite || !stateLooks[row.state].needsPerson || !decision) return false
    send(decision)
    return true
  }
  const mayKeep = (row: ChatChange) => (row.state === 'decide' || row.state === 'notKept') && !isAboutSounds(row)
  // What it gives up beside the value is on the button.
  const maySendByKey = (row: ChatChange) => row.state !== 'decide' || soundsOf(row) === 0
  const keys: RowKey<ChatChange>[] = [
    { letter: 't', label: 'Keep theirs', run: (row) => decideAbout(row, mayKeep(row) ? theirs(row) : null) },
    { letter: 'o', label: 'Use ours', run: (row) => decideAbout(row, maySendByKey(row) ? ours(row) : null) },
  ]

  return (
    <ChangeTable
      label="What became of each setting"
      groups={groups}
      pathOf={({ state, chatId, name }) => (state !== 'gone' && may('settings.read', chatId) ? to.setting(chatId, name) : null)}
      action={action}
      keys={mayWrite ? keys : []}
      isInDetails={isOpenOnly}
      folds
    />
  )
}
