import './environment.ts'
import type { PageToDraw } from '#contract/page-view.ts'

/** Draws pages for the gateway, which starts this as a process of its own (gateway/server/drawer.ts), one after the other. */

// After the environment: modules look for a browser when they are loaded.
const { draw } = await import('./draw.tsx')

let last = Promise.resolve()
process.on('message', ({ id, ...page }: PageToDraw & { id: number }) => {
  last = last.then(async () => {
    const drawn = await draw(page).catch((error: unknown) => {
      console.error(error)
      return null
    })
    process.send?.({ id, drawn })
  })
})
// The gateway has ended.
process.on('disconnect', () => process.exit())
