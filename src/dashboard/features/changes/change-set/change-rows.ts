import { Failure } from '#contract/client.ts'
import { isSettingName, setting, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { settingRow, type ChangeState, type SettingChange, stateLooks } from '#dashboard/platform/changes/change-row.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { listed, plural } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import type { ChatOrder, KnownResult, SaveFailure } from '#engine/changes/chat-result.ts'
import type { Save } from '#dashboard/platform/changes/saved-chats.ts'
import { csv } from '#dashboard/ui/format/csv.ts'
import { download } from '#dashboard/ui/format/download.ts'

export interface ChatChange extends SettingChange {
  chatId: number
}

/** What became of the settings of one chat, as rows of the change table. @param isRunning whether the job may still come to the chat */
export function rowsOf(order: ChatOrder, result: KnownResult | undefined, isRunning: boolean, catalogue: Catalogue): ChatChange[] {
  const { chatId, chatName, base, changes } = order
  const row = (
    name: SettingName,
    [before, after]: [SettingValue | undefined, SettingValue],
    state: ChangeState,
    note = '',
  ): ChatChange => ({
    ...settingRow(name, before, after, catalogue),
    key: `${state} ${chatId} ${name}`,
    chatId,
    place: chatName,
    state,
    note,
  })
  const ordered = Object.entries(changes).flatMap(([name, value]) => {
    if (!isSettingName(name)) return []
    const applied = result?.applied[name]
    const conflict = result?.conflicts.find((one) => one.name === name)
    const notKept = result?.notKept.find((one) => one.name === name)
    const asOrdered: [SettingValue | undefined, SettingValue] = [base[name], value]
    if (conflict) return row(name, [conflict.theirs, conflict.mine], 'decide', `it was ${inWords(name, conflict.base, catalogue)}`)
    if (notKept) return row(name, [notKept.kept, notKept.intended], 'notKept', `still ${inWords(name, notKept.kept, catalogue)}`)
    if (applied && applied.before === applied.after) return row(name, [applied.before, applied.after], 'already')
    if (applied) return row(name, [applied.before, applied.after], 'done', doneNote(result))
    if (result?.left.includes(name))
      return asOrdered[0] === asOrdered[1] ? row(name, asOrdered, 'already') : row(name, asOrdered, 'keptTheirs', clock(result.at))
    if (result && result.sounds.length > 0) return row(name, asOrdered, 'decide', soundsInWords(result.sounds))
    if (result?.failure) return row(name, asOrdered, stateOfFailure(result.failure), failureInWords(result.failure, result.tries))
    return row(name, asOrdered, isRunning ? 'waiting' : 'notSent')
  })
  // What the service changed beside what it was sent.
  const beside = (result?.notKept ?? [])
    .filter(({ name }) => !(name in changes))
    .map(({ name, intended, kept }) => row(name, [kept, intended], 'notKept', 'it was not to be changed'))
  const besideDecided = (result?.conflicts ?? [])
    .filter(({ name }) => !(name in changes))
    .map(({ name, theirs, mine }) => row(name, [theirs, mine], 'decide'))
  return [...ordered, ...besideDecided, ...beside]
}

const inWords = (name: SettingName, value: SettingValue, catalogue: Catalogue) => {
  const words = settingInWords(name, value, catalogue)
  return words === '' ? 'empty' : words.length > maxQuoted ? `“${words.slice(0, maxQuoted)}…”` : words
}
const maxQuoted = 24

const doneNote = ({ at, tries }: KnownResult) =>
  tries > 1 ? `${clock(at)}, ${plural(tries - 1, 'after {count} retry', 'after {count} retries')}` : clock(at)

const soundsInWords = (sounds: readonly SettingName[]) =>
  `the service may reset sounds whose names it has not confirmed: ${listed(sounds.map((name) => setting(name).label))}`

const stateOfFailure = ({ kind, isUnknown }: SaveFailure) => (kind === 'gone' ? 'gone' : isUnknown ? 'unknown' : 'failed')

function failureInWords({ kind, serviceMessage, reason }: SaveFailure, tries: number): string {
  if (kind === 'gone') return ''
  const why =
    kind === 'stopped'
      ? 'The service did not say whether it was saved. Check the chat.'
      : errorMessage(new Failure(kind, { serviceMessage, reason })).advice
  return tries > 1 ? `${why} Tried ${tries} times.` : why
}

const head = ['chat id', 'chat', 'setting', 'field', 'before', 'after', 'state', 'note', 'time']

export function changeAsCsv({ results }: Pick<Save, 'results'>, rows: readonly ChatChange[]): string {
  return csv(
    head,
    rows.map(({ chatId, place, label, name, before, after, state, note }) => {
      const at = results.get(chatId)?.at
      return [
        chatId,
        place,
        label,
        name,
        before ?? '',
        after,
        stateLooks[state].label,
        note,
        at === undefined ? '' : new Date(at).toISOString(),
      ]
    }),
  )
}

export const exportChange = (save: Save, rows: readonly ChatChange[]): void =>
  download(
    `roomkeeper-change-${new Date(save.at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.csv`,
    new Blob([changeAsCsv(save, rows)], { type: 'text/csv;charset=utf-8' }),
  )
