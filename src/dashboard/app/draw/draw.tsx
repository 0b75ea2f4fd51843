import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { z } from 'zod/mini'
import type { Drawn, PageToDraw, PageView } from '#contract/page-view.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { setSession } from '#dashboard/platform/session/session-state.ts'
import { expectWindow } from '#dashboard/ui/page/expected-window.ts'
import { forgetFormats } from '#dashboard/ui/format/formatter.ts'
import { takeData } from '#dashboard/app/page-data.ts'
import { routes } from '#dashboard/app/routes.tsx'
import { showWindow } from './environment.ts'

z.config({ jitless: true })

/** Data that is not in the page comes from nowhere. */
const maxWaitMs = 50

/**
 * The first screen of a page as the script draws it from the same data; null where it would draw something else first. One page at a time: session and
 * query cache are those of the process, and are empty before and after.
 */
export async function draw({ path, data, view }: PageToDraw): Promise<Drawn | null> {
  showWindow(view, path)
  forgetFormats()
  expectWindow({ ...view, tableWidth: tableWidth(view) })
  try {
    takeData(data)
    const router = createMemoryRouter(routes, { initialEntries: [path] })
    try {
      await initialized(router)
      // Redirected, or an error page.
      const { location, errors } = router.state
      if (!router.state.initialized || errors || location.pathname + location.search !== path) return null
      return withoutStyles(
        renderToStaticMarkup(
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>,
        ),
      )
    } finally {
      router.dispose()
    }
  } finally {
    queryClient.clear()
    setSession({ session: null })
  }
}

/** Of a table in a page with the frame, beside the sidebar. */
function tableWidth({ width, folded = width < 1200 }: PageView): number {
  const sidebar = width < 768 ? 0 : folded ? 56 : 224
  return width - sidebar - 24
}

const initialized = (router: ReturnType<typeof createMemoryRouter>) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, maxWaitMs)
    router.subscribe((state) => state.initialized && resolve())
    if (router.state.initialized) resolve()
  })

/** The title is that of the document, and style attributes become rules. */
function withoutStyles(markup: string): Drawn {
  const texts: string[] = []
  const html = markup.replaceAll(/<title>[^<]*<\/title>/g, '').replaceAll(/ style="([^"]*)"/g, (_, escaped: string) => {
    const css = unescaped(escaped)
    // No value of ours has these; a text of somebody else may not end the rule.
    if (/[<{}@\\]/.test(css)) return ''
    if (!texts.includes(css)) texts.push(css)
    return ` data-s="${texts.indexOf(css)}"`
  })
  // As strong as an attribute would be, as far as any other rule goes.
  return { html, css: texts.map((css, index) => `[data-s="${index}"]${'[data-s]'.repeat(3)}{${css}}`).join('') }
}

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
