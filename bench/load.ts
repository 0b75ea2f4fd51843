import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { startProduct } from '../e2e/support/product.ts'
import { withFolder } from '../proof/data.ts'
import { launchBrowser, signedInContext } from './browser.ts'
import { machine } from './figures.ts'
import { measureLoad, type Load, type Target } from './load/measure.ts'
import { measuredPages, type MeasuredPage } from './load/pages.ts'
import { withReference } from './load/reference.ts'
import { printReport, type Measured } from './load/report.ts'

/**
 * Opens each page for the first time, on a slow device with a slow network, and compares it with a fixed reference page in the same run.
 * Needs `npm run build`. bench/README.md says what is measured and where the goals come from.
 */

const usage = `npm run bench:load -- [options]
  --pages NAME,...   only these pages, by title or path; ${measuredPages.map(({ name }) => name).join(', ')}
  --runs N           how often each page is opened; the figures are medians (7)
  --compare FOLDER   another checkout or copy with its own dist/, measured in turn with this one
  --beside URL       any other page without a session, measured in turn as well
  --content CSS      what to wait for on that page
  --raw FILE         every single figure as JSON`

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string' },
    runs: { type: 'string', default: '7' },
    compare: { type: 'string' },
    beside: { type: 'string' },
    content: { type: 'string', default: 'main tbody tr' },
    raw: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  const runs = Number(options.runs)
  const chosen = options.pages?.toLowerCase().split(',')
  const pages = measuredPages.filter(({ name, path }) => !chosen || chosen.includes(name.toLowerCase()) || chosen.includes(path))
  if (options.help || !(runs > 0) || (pages.length === 0 && !options.beside)) return console.log(usage)
  const browser = await launchBrowser()
  await withReference((url) =>
    withBuilds(browser, ['.', ...(options.compare ? [options.compare] : [])], async (builds) => {
      const reference: Target = { url, content: 'tbody tr', control: 'input[type=search]', cookies: [] }
      const subjects = pages.flatMap((page) => builds.map((build) => subjectOf(page, build)))
      if (options.beside) subjects.push(besides(options.beside))
      const references: Load[] = []
      const measured = subjects.map(({ name, build }): Measured => ({ name, build, loads: [] }))
      // The first run warms up the server and the browser and is not counted.
      for (let run = 0; run <= runs; run++) {
        console.error(run ? `run ${run} of ${runs}` : 'warming up')
        for (const [index, subject] of subjects.entries()) {
          const before = subject.build === 'compared' ? null : await measureLoad(browser, reference)
          const load = await measureLoad(browser, subject)
          if (!run) continue
          if (before) references.push(before)
          measured[index]!.loads.push(load)
        }
      }
      printReport(references, measured)
      if (options.raw) writeFileSync(options.raw, JSON.stringify({ references, measured }))
    }),
  )
  console.log(machine(browser))
  await browser.close()
}

interface Subject extends Target {
  name: string
  build: string
}

interface Build {
  build: string
  address: string
  /** Those of a session of the demo account. */
  cookies: Target['cookies']
}

const subjectOf = (page: MeasuredPage, { build, address, cookies }: Build): Subject => ({
  ...page,
  build,
  url: address + page.path,
  cookies: page.signedIn ? cookies : [],
})

const besides = (url: string): Subject => ({ name: url, build: '', url, content: options.content, control: 'button', cookies: [] })

/** Starts each build with a database of its own. @param folders the one of this checkout, then the one it is compared with */
async function withBuilds(
  browser: Browser,
  folders: string[],
  work: (builds: Build[]) => Promise<void>,
  builds: Build[] = [],
): Promise<void> {
  const [folder, ...rest] = folders
  if (folder === undefined) return work(builds)
  return withFolder(async (data) => {
    const { address, stop } = await startProduct({ DATA_DIR: data, DEMO: 'on' }, { folder: resolve(folder) })
    try {
      const context = await signedInContext(browser, address)
      const cookies = await context.cookies()
      await context.close()
      const build = builds.length ? 'compared' : 'this'
      await withBuilds(browser, rest, work, [...builds, { build, address, cookies }])
    } finally {
      await stop()
    }
  })
}

await main()
