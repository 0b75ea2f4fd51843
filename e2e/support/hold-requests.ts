import type { BrowserContext, Page } from '@playwright/test'

/** Holds back the requests to an address until the returned function is called. Nothing is changed about them or their answers. */
export async function holdRequests(where: Page | BrowserContext, address: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await where.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}
