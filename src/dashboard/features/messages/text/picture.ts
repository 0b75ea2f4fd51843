import { gatewayPaths } from '#contract/session.ts'

/** The URL of a picture through the gateway, so that its host does not see the IP address of the reader. null without https. */
export function pictureUrl(url: string): string | null {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') return null
  return `${gatewayPaths.image}?url=${encodeURIComponent(url)}`
}
