import { Failure } from '#contract/client.ts'
import { setting } from '#contract/settings-derive.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import type { ChatOrder, KnownResult, NotKeptSetting, ResultState, SaveFailure } from '#engine/changes/chat-result.ts'

/** What a result says, in words. */

export const stateLooks: Record<ResultState, { label: string; icon: IconName; className: string }> = {
  decide: { label: 'To decide', icon: 'info', className: 'warn' },
  notKept: { label: 'Not kept', icon: 'warning', className: 'warn' },
  failed: { label: 'Failed', icon: 'error', className: 'bad' },
  notSent: { label: 'Not sent', icon: 'clock', className: 'quiet' },
  waiting: { label: 'Waiting', icon: 'clock', className: 'quiet' },
  saved: { label: 'Saved', icon: 'done', className: 'ok' },
}

/** What needs somebody comes first, what is saved last. */
export const stateOrder = ['decide', 'notKept', 'failed', 'notSent', 'waiting', 'saved'] as const satisfies ResultState[]

/** @returns the outcome in bold, and what is to be said about it */
export function resultInWords(
  state: ResultState,
  order: ChatOrder,
  result: KnownResult | undefined,
  catalogue: Catalogue,
): [string, string] {
  if (state === 'waiting') return ['', 'Waiting']
  if (!result || state === 'notSent') return ['', 'Not sent. The job ended before its turn.']
  const saved = Object.keys(result.applied).length
  if (state === 'decide') {
    if (result.conflicts.length > 0)
      return [
        plural(result.conflicts.length, 'Decide {count} setting.', 'Decide {count} settings.'),
        saved === 0 ? '' : plural(saved, 'The other one is saved.', 'The other {count} are saved.'),
      ]
    const labels = listed(result.sounds.map((name) => setting(name).label))
    return ['Not sent.', `The service may reset sounds whose names it has not confirmed: ${labels}.`]
  }
  if (state === 'notKept') {
    const [first, ...others] = result.notKept.map((one) => notKeptInWords(one, order, catalogue))
    return [`${result.notKept.length} not kept.`, `${first}${others.length > 0 ? ` ${counted(others.length, 'more')}.` : ''}`]
  }
  if (state === 'failed') {
    const tried = result.tries > 1 ? ` Tried ${result.tries} times.` : ''
    return [result.failure?.isUnknown ? 'Not confirmed.' : 'Failed.', `${result.failure ? adviceOn(result.failure) : ''}${tried}`]
  }
  return ['', result.tries > 1 ? plural(result.tries - 1, 'Saved after {count} retry', 'Saved after {count} retries') : 'Saved']
}

const adviceOn = ({ kind, serviceMessage, reason }: SaveFailure) =>
  kind === 'stopped'
    ? 'The service did not say whether it was saved. Check the chat.'
    : errorMessage(new Failure(kind, { serviceMessage, reason })).advice

export function notKeptInWords({ name, intended, kept }: NotKeptSetting, order: ChatOrder, catalogue: Catalogue): string {
  const words = (value: typeof kept) => settingInWords(name, value, catalogue) || 'empty'
  const { label } = setting(name)
  return name in order.changes
    ? `${label} is “${words(kept)}”; you entered “${words(intended)}”.`
    : `${label} is “${words(kept)}” now; it was “${words(intended)}” and was not to be changed.`
}
