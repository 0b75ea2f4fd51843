import { Failure } from '#contract/client.ts'

/** Why a request of the worker was not sent. */
export const notSentReasons = {
  lease: 'This gateway no longer runs the work.',
  stopping: 'This gateway is stopping.',
  off: 'Background access is off.',
  rejected: 'The service rejected the token of background access.',
  paused: 'The service asked to wait.',
} as const
export type NotSentReason = keyof typeof notSentReasons

/** Nothing was sent. The action stays due. */
export class NotSent extends Failure {
  override name = 'NotSent'

  readonly why: NotSentReason

  constructor(why: NotSentReason) {
    super('refused', { code: 'not_sent', reason: notSentReasons[why], isFromGateway: true, hadNoEffect: true })
    this.why = why
  }
}

/** What `ask` resolves to; null: the service did not answer as expected. Throws NotSent, and whatever else is no failure of the service. */
export async function unlessFailed<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NotSent || !(error instanceof Failure)) throw error
    return null
  }
}
