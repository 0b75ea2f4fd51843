/**
 * A read of new messages that may be answered from a recent read of the same chat says so with this request header. Only the gateway knows it; it is
 * never sent to a service.
 */
export const pollMaxAge = (seconds: number) => ({ 'cache-control': `max-age=${seconds}` })

/** How old an answer to a poll may be, in seconds: as long as the pages wait between two polls. */
export const maxPollAgeSeconds = 4

/** @param header of a request. Seconds, at most `maxPollAgeSeconds`; null: the answer has to be current */
export function pollMaxAgeOf(header: string | null | undefined): number | null {
  const seconds = /^max-age=(\d{1,6})$/.exec(header ?? '')?.[1]
  return seconds === undefined ? null : Math.min(Number(seconds), maxPollAgeSeconds)
}
