import { z } from 'zod/mini'

/**
 * What the gateway must know of a window to draw a page for it. The page keeps it in a cookie, which holds nothing about the person but the time zone.
 */

export const viewCookie = 'roomkeeper-view'

const size = z.number().check(z.int(), z.minimum(200), z.maximum(10_000))

export const PageView = z.object({
  /** Of the window, in pixels. */
  width: size,
  height: size,
  /** As in the IANA database. */
  zone: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,49}$/)),
  /** Whether the person has chosen to see the sidebar folded; missing: its width decides. */
  folded: z.optional(z.boolean()),
})
export type PageView = z.output<typeof PageView>

/** What is drawn for it, in a process of its own. */
export interface PageToDraw {
  /** With its query. */
  path: string
  /** The content of the element `page-data`. */
  data: string
  view: PageView
}

export interface Drawn {
  html: string
  /** The rules of what React writes into style attributes, which the policy of the page forbids. */
  css: string
}

/** "1280.800.Europe/Lisbon.1" */
export const viewText = ({ width, height, zone, folded }: PageView): string =>
  [width, height, zone, ...(folded === undefined ? [] : [Number(folded)])].join('.')

/** null: there is no view, or nothing that can be one. */
export function parseView(text: string | undefined): PageView | null {
  const [width, height, zone, folded] = text?.split('.') ?? []
  const view = { width: Number(width), height: Number(height), zone, ...(folded !== undefined && { folded: folded === '1' }) }
  return PageView.safeParse(view).data ?? null
}
