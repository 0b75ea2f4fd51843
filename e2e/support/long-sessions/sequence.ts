import fc from 'fast-check'
import type { ActionName } from './actions.ts'

/** Random sequences of actions. */

export type SessionKind = 'everywhere' | 'moderation'

export interface Step {
  name: ActionName
  pick: number
}

const step = (name: ActionName): fc.Arbitrary<Step> => fc.record({ name: fc.constant(name), pick: fc.nat(10_000) })
const oneOf = (...names: ActionName[]) => fc.oneof(...names.map(step))

/** What people do wherever they are. */
const anywhere = fc.oneof(
  { weight: 4, arbitrary: step('palette') },
  { weight: 4, arbitrary: step('resize') },
  { weight: 2, arbitrary: oneOf('back', 'hover') },
  { weight: 1, arbitrary: oneOf('help', 'fold', 'reload', 'otherTab', 'closeTab', 'elsewhere', 'offline', 'online', 'fault', 'search') },
)

/** A page is opened, and some of what it is for is done there, with something else in between. */
const visit = (opens: ActionName, ...does: ActionName[]) =>
  fc
    .tuple(
      step(opens),
      fc.array(fc.oneof({ weight: 4, arbitrary: oneOf(...does) }, { weight: 1, arbitrary: anywhere }), { minLength: 2, maxLength: 6 }),
    )
    .map(([first, rest]) => [first, ...rest])

const visits = fc.oneof(
  {
    weight: 5,
    arbitrary: visit(
      'openSettings',
      'turn',
      'turn',
      'write',
      'save',
      'save',
      'editAndSaveTwice',
      'undoEdit',
      'discard',
      'review',
      'restore',
      'restore',
    ),
  },
  {
    weight: 4,
    arbitrary: visit('openChats', 'tick', 'tick', 'askAndLeave', 'askAndLeave', 'clear', 'switchChat', 'rowMenu', 'newChat', 'hover'),
  },
  {
    weight: 4,
    arbitrary: visit(
      'openMessages',
      'tickMessage',
      'tickMessage',
      'keys',
      'deleteSelected',
      'undoDeletion',
      'deleteNow',
      'post',
      'hover',
      'palette',
    ),
  },
  { weight: 2, arbitrary: visit('openPolls', 'newPoll', 'poll', 'poll', 'rowMenu') },
  { weight: 2, arbitrary: visit('openBans', 'tick', 'tick', 'ban', 'lift', 'askAndLeave', 'rowMenu') },
  { weight: 1, arbitrary: visit('openAccount', 'fill', 'fill', 'saveForm', 'discardForm') },
  { weight: 1, arbitrary: visit('openSocial', 'fill', 'saveForm', 'discardForm') },
  { weight: 1, arbitrary: visit('openActivity', 'undoSaved') },
  { weight: 1, arbitrary: visit('openHome', 'hover') },
  // The connection is never lost for long.
  {
    weight: 1,
    arbitrary: fc.tuple(step('offline'), oneOf('turn', 'write', 'resize', 'tick', 'hover'), step('online')).map((steps) => [...steps]),
  },
)

/** On Messages and Review, while a rule marks what others post. */
const moderation = fc
  .tuple(
    step('othersPost'),
    oneOf('openMessages', 'openInbox'),
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: step('pressKeys') },
        { weight: 5, arbitrary: step('point') },
        { weight: 2, arbitrary: oneOf('othersPost', 'tickMessage', 'search') },
        { weight: 1, arbitrary: oneOf('othersDelete', 'letTimePass', 'reload', 'palette', 'resize') },
      ),
      { minLength: 4, maxLength: 9 },
    ),
  )
  .map(([posts, first, rest]) => [posts, first, ...rest])

/** Enough that so many actions can be done, whichever of them cannot at their time. */
/** @param kind over all pages, or keys and clicks on Messages and Review */
export function sequence(seed: number, length: number, kind: SessionKind): Step[] {
  const drawn = fc.sample(fc.array(kind === 'moderation' ? moderation : visits, { minLength: length, maxLength: length, size: 'max' }), {
    seed,
    numRuns: 1,
  })
  return drawn[0]!.flat()
}

/** As a person can read it, and as a test can do it again. */
export const inWords = (done: readonly { step: Step; words: string }[]): string =>
  done.map(({ step: { name, pick }, words }, index) => `${String(index + 1).padStart(3)}. ${name} ${pick}: ${words}`).join('\n')
