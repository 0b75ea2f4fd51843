import type { schedule } from '#contract/gateway/schedule.ts'
import type { standingAccess } from '#contract/gateway/standing-access.ts'
import { Refusal } from '#http/refusal.ts'
import { readAccount } from '../forward/upstream-account.ts'
import { otherAccount, teamTokenRefused } from '../refusals.ts'
import type { SignedInRequest, GatewayHandlers, HandlerOptions } from '../pipeline/handler.ts'
import { driftCheck } from '../drift/task.ts'
import { planAction } from './planner.ts'
import { lastingToken } from '../session/describe-session.ts'

/** Standing access: turning it on and off, its budget, and planned actions. */
export function standingHandlers(options: HandlerOptions): GatewayHandlers<typeof standingAccess & typeof schedule> {
  const { standing, database, nowMs, log } = options

  const read = async ({ workspace, session }: SignedInRequest) => ({
    status: true as const,
    data: await standing.read(workspace, session.member),
  })

  /** The account token, after the service has accepted it. */
  async function checkedToken({ c, session }: SignedInRequest): Promise<string> {
    const token = await lastingToken(options, c, session)
    try {
      const { id } = await readAccount(options, token)
      if (id !== session.account.id) throw otherAccount()
      return token
    } catch (error) {
      const isRejected = error instanceof Refusal && error.code === 'token_refused'
      // A rejected team token must not sign the person out.
      throw isRejected && session.member ? teamTokenRefused(error.serviceMessage) : error
    }
  }

  const accountOf = ({ workspace, session }: SignedInRequest) => ({ workspace, accountId: session.account.id })

  return {
    standingRead: read,

    scheduleRead: async ({ workspace, session }) => ({ status: true, data: await standing.readSchedule(workspace, session.member) }),

    standingTurnOn: async (request) => {
      const { session } = request
      await standing.turnOn(
        accountOf(request),
        { name: session.member?.name ?? session.account.name, member: session.member },
        await checkedToken(request),
      )
      await planAction(database.query, driftCheck(request.workspace, nowMs()))
      log.info({ event: 'standing-on', account: session.account.id }, 'standing access turned on')
      return read(request)
    },

    standingTurnOff: async (request) => {
      await standing.turnOff(request.workspace)
      log.info({ event: 'standing-off', account: request.session.account.id }, 'standing access turned off')
      return read(request)
    },

    standingBudget: async (request) => {
      await standing.setBudget(accountOf(request), request.body.budget)
      return read(request)
    },

    plannedSkip: async ({ workspace, params }) => {
      await standing.skip(workspace, params.actionId)
      return { status: true }
    },

    plannedRunNow: async ({ workspace, params }) => {
      await standing.runNow(workspace, params.actionId)
      return { status: true }
    },
  }
}
