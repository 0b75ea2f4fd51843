import { gatewayPaths } from '#contract/session.ts'
import { canKeepSession } from '#dashboard/platform/session/session.ts'

/** The way to a picture elsewhere: through the gateway, so that its host never sees who looks. null where there is no way (no gateway, no https). */
export function pictureUrl(url: string): string | null {
  if (!canKeepSession || !URL.canParse(url) || new URL(url).protocol !== 'https:') return null
  return `${gatewayPaths.image}?url=${encodeURIComponent(url)}`
}
