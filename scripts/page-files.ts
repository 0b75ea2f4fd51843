import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { chatFrame, chatPages, detailPages, framelessPages } from '../src/dashboard/app/pages.ts'
import { dashboardPages, type PageEntry } from '../src/dashboard/app/places.ts'

/** A page as the gateway answers it: an element of dist/app/.vite/pages.json. */
interface PageFiles {
  /** In the syntax of React Router, which is also that of Hono. */
  path: string
  /** The data of the page, also what it does not wait for, and of its frame. */
  data: string[]
  /** The files that the page needs and index.html does not name, below dist/app. */
  scripts: string[]
  styles: string[]
  /** Whether the page has the frame with the sidebar. */
  frame: boolean
}

/** What loadPart() fetches with the code of every page. */
const withEveryPage = ['ui/theme/MantineTheme.tsx', 'ui/theme/more-icon-paths.ts']

const page = (path: string, frame: boolean, ...parts: Pick<PageEntry, 'data' | 'early' | 'module'>[]) => ({
  path,
  data: [...new Set(parts.flatMap(({ data, early = [] }) => [...data, ...early]))],
  modules: parts.flatMap(({ module }) => (module ? [module, ...withEveryPage] : [])),
  frame,
})

/** Every page as its address opens it, together with its frame. */
export const pages = [
  ...[...Object.values(dashboardPages), ...Object.values(detailPages)].map((entry) => page(entry.path, true, entry)),
  ...Object.values(framelessPages).map((entry) => page(entry.path, false, entry)),
  ...Object.entries(chatPages).map(([tab, entry]) => page(`${chatFrame.path}/${tab}`, true, chatFrame, entry)),
]

/** Writes which files and which data each page of the registry needs, so that the gateway can name them in its first answer. */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    // After Vite has noted the stylesheets of each chunk.
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const first = withImports(
        chunks.filter(({ isEntry }) => isEntry),
        bundle,
      )
      const firstCss = new Set([...first].flatMap(cssOf))
      const all = pages.map(({ path, data, modules, frame }): PageFiles => {
        const own = modules.map((module) => chunkOf(this, module, chunks))
        const more = [...withImports(own, bundle)].filter((chunk) => !first.has(chunk))
        const styles = more.flatMap(cssOf).filter((file) => !firstCss.has(file))
        return {
          path,
          data,
          scripts: more.map(({ fileName }) => fileName),
          styles: [...new Set(styles)],
          frame,
        }
      })
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(all, null, 2) })
    },
  }
}

const cssOf = ({ viteMetadata }: Rolldown.OutputChunk) => [...(viteMetadata?.importedCss ?? [])]

/** @param module its path below src/dashboard */
function chunkOf(context: Rolldown.PluginContext, module: string, chunks: Rolldown.OutputChunk[]) {
  const id = resolve('src/dashboard', module)
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id))
  if (!chunk || !context.getModuleInfo(id)?.dynamicImporters.length)
    context.error(`${module} is named as the code of a page, but no import() loads it.`)
  return chunk
}

/** The chunks and all that they import statically. */
function withImports(chunks: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle, found = new Set<Rolldown.OutputChunk>()) {
  for (const chunk of chunks) {
    if (found.has(chunk)) continue
    found.add(chunk)
    const imported = chunk.imports.map((file) => bundle[file]).filter((file) => file?.type === 'chunk')
    withImports(imported, bundle, found)
  }
  return found
}
