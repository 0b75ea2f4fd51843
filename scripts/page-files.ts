import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { chatFrame, chatPages, dashboardPages, framelessPages, type PageEntry } from '../src/dashboard/app/pages.ts'

/** A page as the gateway answers it: an element of dist/app/.vite/pages.json. */
interface PageFiles {
  /** In the syntax of React Router, which is also that of Hono. */
  path: string
  /** The data of the page and of its frame. */
  data: string[]
  /** The files that the page needs and index.html does not name, below dist/app. */
  scripts: string[]
  styles: string[]
  /** Whether the page has the frame with the sidebar. */
  frame: boolean
}

/** What loadPart() fetches with the code of every page. */
const withEveryPage = ['ui/theme/MantineTheme.tsx', 'ui/theme/more-icon-paths.ts']

type Part = Pick<PageEntry, 'data' | 'module'>

/** Every page as its address opens it: the parts are its frame and the page itself. */
const pages: { path: string; parts: Part[]; frame: boolean }[] = [
  ...Object.values(dashboardPages).map((page) => ({ path: page.path, parts: [page], frame: true })),
  ...Object.values(framelessPages).map((page) => ({ path: page.path, parts: [page], frame: false })),
  ...Object.entries(chatPages).map(([tab, page]) => ({ path: `${chatFrame.path}/${tab}`, parts: [chatFrame, page], frame: true })),
]

/** Writes which files and which data each page of the registry needs, so that the gateway can name them in its first answer. */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    // After Vite has noted the stylesheets of each chunk.
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const first = withImports(
        chunks.filter(({ isEntry }) => isEntry),
        bundle,
      )
      const firstCss = new Set([...first].flatMap(cssOf))
      const all = pages.map(({ path, parts, frame }): PageFiles => {
        const modules = parts.flatMap(({ module }) => module ?? [])
        const own = modules.length > 0 ? [...modules, ...withEveryPage].map((module) => chunkOf(this, module, chunks)) : []
        const more = [...withImports(own, bundle)].filter((chunk) => !first.has(chunk))
        const styles = more.flatMap(cssOf).filter((file) => !firstCss.has(file))
        return {
          path,
          data: [...new Set(parts.flatMap(({ data }) => data))],
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
