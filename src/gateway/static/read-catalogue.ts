import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { CatalogueFile, catalogueProblem } from '#contract/catalogue-file.ts'

/**
 * Reads the names and sounds that the operator declared beside the app. null if the app is not built, or if the file is broken, which is logged and
 * which the page finds out by itself.
 * @param folder the build's output
 */
export function readCatalogue(folder: string, log: Logger): CatalogueFile | null {
  const path = join(folder, 'catalogue.json')
  if (!existsSync(path)) return null
  const file = CatalogueFile.safeParse(parse(readFileSync(path, 'utf8')))
  if (file.success) return file.data
  log.warn(
    { event: 'broken-catalogue', path, problem: catalogueProblem(file.error) },
    'catalogue.json is broken: no name or sound in it is used',
  )
  return null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
