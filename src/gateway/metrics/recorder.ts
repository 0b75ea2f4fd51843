import type { LastAction, PlannedKind } from '#contract/gateway/standing-access.ts'

/** How a request to the service ended: `refused` 4xx, `limited` 429, `failed` 5xx; the others had no usable answer. */
export type UpstreamOutcome = 'ok' | 'refused' | 'limited' | 'failed' | 'timeout' | 'unreachable' | 'not_api'

/** Receives what the gateway counts for its metrics (registry.ts), without names and ids. Seconds are durations. */
export interface Recorder {
  /** A request was answered. @param url from which only the endpoint is derived */
  request: (method: string, url: string, status: number, seconds: number) => void
  /** A request to the service ended. @param path as in the API document, with its query */
  upstream: (method: string, path: string, outcome: UpstreamOutcome, seconds: number) => void
  /** The worker sent a request. */
  workerRequest: (kind: PlannedKind) => void
  /** A planned action finished, or failed and will be retried. */
  action: (kind: PlannedKind, outcome: Exclude<LastAction['outcome'], 'skipped' | 'waited'>) => void
  /** A try to deliver a notification ended. */
  delivery: (channel: 'webhook' | 'email', isDelivered: boolean) => void
  /** Rules hit messages. @param state the first state of these hits */
  ruleHits: (state: 'held' | 'marked' | 'matched', count: number) => void
  /** An action of a rule ended, for one message or in one chat. `open`: it could not be sent, and will be retried. */
  ruleAction: (
    action: 'delete' | 'announce' | 'preset',
    outcome: 'deleted' | 'gone' | 'unknown' | 'refused' | 'open' | 'done' | 'failed',
  ) => void
}

/** Used while metrics are off. */
export const noRecorder: Recorder = {
  request: () => {},
  upstream: () => {},
  workerRequest: () => {},
  action: () => {},
  delivery: () => {},
  ruleHits: () => {},
  ruleAction: () => {},
}
