import type { LastAction, PlannedKind } from '#contract/workspace/standing-access.ts'

/** How a request to the service ended: `refused` 4xx, `limited` 429, `failed` 5xx, the others without an answer that can be used. */
export type UpstreamOutcome = 'ok' | 'refused' | 'limited' | 'failed' | 'timeout' | 'unreachable' | 'not_api'

/** Where the gateway tells what happens, for its metrics (registry.ts). It says neither names nor ids. Seconds are durations. */
export interface Recorder {
  /** A request was answered. @param url with its path, from which only the endpoint is taken */
  request: (method: string, url: string, status: number, seconds: number) => void
  /** A request to the service ended. @param path as in the API document, with its query */
  upstream: (method: string, path: string, outcome: UpstreamOutcome, seconds: number) => void
  /** The worker sent a request on its own. */
  workerRequest: (kind: PlannedKind) => void
  /** A planned action was finished, or failed and is tried again. */
  action: (kind: PlannedKind, outcome: Exclude<LastAction['outcome'], 'skipped' | 'waited'>) => void
  /** A notification was sent, or could not be. */
  delivery: (channel: 'webhook' | 'email', isDelivered: boolean) => void
  /** Rules named messages. @param state that they are in now */
  ruleHits: (state: 'held' | 'marked' | 'matched', count: number) => void
  /** A rule has done something, with one message or in one chat. `open`: it could not be sent, and is tried again. */
  ruleAction: (
    action: 'delete' | 'announce' | 'preset',
    outcome: 'deleted' | 'gone' | 'unknown' | 'refused' | 'open' | 'done' | 'failed',
  ) => void
}

/** Without metrics. */
export const noRecorder: Recorder = {
  request: () => {},
  upstream: () => {},
  workerRequest: () => {},
  action: () => {},
  delivery: () => {},
  ruleHits: () => {},
  ruleAction: () => {},
}
