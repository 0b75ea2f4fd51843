import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { pageReads } from '#contract/page-data.ts'

const dataName = z.enum([...(Object.keys(pageReads) as (keyof typeof pageReads)[]), 'catalogue'])
const asset = z.string().check(z.regex(/^assets\/[\w.-]+$/))

const PageFiles = z.object({
  /** In the syntax of Hono. */
  path: z.string(),
  /** The data that the page starts with. */
  data: z.array(dataName),
  /** The files that the page needs and index.html does not name. */
  scripts: z.array(asset),
  styles: z.array(asset),
  /** Whether the page has the frame with the sidebar, whose skeleton index.html contains. */
  frame: z.boolean(),
})
export type PageFiles = z.output<typeof PageFiles>

/** The pages as the build has listed them; none without that list: pages then request everything themselves. */
export function readPageFiles(folder: string): PageFiles[] {
  const file = join(folder, '.vite/pages.json')
  return existsSync(file) ? z.array(PageFiles).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}
