import type { HandlerInput, Output } from '#contract/endpoint.ts'
import type { records } from '#contract/workspace/records.ts'
import type { ActiveSession } from '../../session/sessions.ts'
import type { RecordStore } from './record-store.ts'

type Records = typeof records
type Handlers = {
  [K in keyof Records]: (
    request: HandlerInput<Records[K]> & { session: Pick<ActiveSession, 'member'>; workspace: string },
  ) => Promise<Output<Records[K]>>
}

/** Which right a record needs depends on its kind and chat, so the store decides it, in the same transaction as the change. */
export const recordHandlers = (store: RecordStore): Handlers => ({
  recordList: async ({ params, query, session, workspace }) => ({
    status: true,
    ...(await store.list({ workspace, member: session.member }, params.kind, query)),
  }),
  recordsWrite: async ({ params, body, session, workspace }) => ({
    status: true,
    data: await store.write({ workspace, member: session.member }, params.kind, body.changes),
  }),
})
