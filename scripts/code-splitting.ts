import { resolve } from 'node:path'
import type { Rolldown } from 'vite'
import { pages } from './page-files.ts'

/**
 * How modules are put into files: few, so that no page waits for a queue of small ones. A library follows the modules that import it: a group takes all
 * that its modules need, except what a group of higher priority has.
 */

type Context = Rolldown.ChunkingContext
type Name = 'shared' | 'parts' | `pages-${string}` | `page-${string}-${string}` | `parts-${string}`

const dashboard = resolve('src/dashboard')
const isLibrary = (id: string) => id.includes('node_modules')
/** A folder of features, or one in it that is as large as one. */
const feature =
  /dashboard.features.((?:automation.(?:background|modes|rules|schedule)|account.(?:notifications|social)|changes.(?:change-set|moments|outside|timeline)|chats.compare|[\w-]+)(?=\W))/
const featureOf = (id: string) => feature.exec(id)?.[1]?.replaceAll(/[^\w-]/g, '_')

/** What opens above a page. It is fetched when the browser is idle, except by a page that shows a choice of options at once. */
const overlays = new RegExp(
  [
    /floating-ui|remove-scroll|transition-group|mantine.notifications/,
    /mantine.core.esm.components.(?:Combobox\w*|Drawer|FocusTrap|Menu|Modal\w*|Overlay|Popover|Portal|ScrollArea|Select|Tooltip|Transition)\W/,
    /dashboard.ui.(?:form.(?:SearchSelect)|feedback.toasts|overlay.(?:OpenedMenu|TooltipBubble|Dialog))\W/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** Forms, and how they save; not what edits are, which pages without a form have too. */
const forms =
  /hookform|react-hook-form|dashboard.platform.saving.(?!\w*(?:Dialog|Drawer)|(?:blocked-by|change-notes|dangers|drafts|field-texts|setting-words)\.)[\w-]+\.tsx?|form-errors|app.sign-in.(?:SignInForm|TokenField)\.tsx?/

/** Controls on some pages. They show a choice of options or a long list, which everything else that is shared must not bring with it. */
const controls = /dashboard.(?:platform.settings.\w+Control|ui.form.ZoneSelect)\.tsx$/
const chatPicker = /dashboard.platform.chats.Chat(?:Picker|sEditor)\.tsx$/

/** The change table, which is on some pages. */
const changeTable = /dashboard.platform.changes.(?:ChangeTable|ChangeCells|change-row|focus-change|word-diff)\W/

/** What every page has once the browser is idle. */
const later = /app.shell.(?:ChatNote|Saving|PersonMenu)\W/

/** The gateway's own endpoints with their schemas, which a page loads when it first sends a request to one. */
const ofGateway =
  /contract.gateway.(?:api|people|own-access|audit|company|limits|schedule|standing-access|presets|drift|hours|chat-versions|rules|review|[\w-]*notifications?(?:-\w+)?)\W|contract.rules.rule\W/

const hasOwnFile = (id: string) =>
  [overlays, forms, controls, chatPicker, changeTable, later, ofGateway].some((modules) => modules.test(id))

/** The pages of places that share much of what they show. */
const ofPlaces = [/^page-.*--(?:account|people)/, /^page-.*--automation/]

/** The file of a module that some import() loads: a page, what several pages load, or a part that opens on a page. */
function fileOfRoot(id: string): Name {
  // The pages to get in are alike, and nobody who is in needs them.
  if (/dashboard.app.sign-in.\w+Page\.tsx$/.test(id)) return 'page-app-sign-in'
  const paths = pages.filter(({ modules }) => modules.some((module) => resolve(dashboard, module) === id)).map(({ path }) => path)
  const own = featureOf(id)
  // Several pages of one feature may have the same code.
  if (paths.length > 1 && own === undefined) return 'shared'
  if (paths.length > 0) return `page-${own ?? 'app'}-${paths[0]!.replaceAll(/\W+/g, '-')}`
  return own ? `parts-${own}` : 'parts'
}

/** The files of all import()s that lead to a module, directly or through others. */
function findUses(context: Context) {
  const uses = new Map<string, Set<Name>>()
  const seen = new Set<string>()
  function follow(id: string, file: Name | null) {
    const key = `${file} ${id}`
    if (seen.has(key) || isLibrary(id)) return
    seen.add(key)
    if (file) uses.set(id, (uses.get(id) ?? new Set()).add(file))
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {}
    for (const imported of importedIds) follow(imported, file)
    for (const root of dynamicallyImportedIds) follow(root, fileOfRoot(root))
  }
  follow(resolve(dashboard, 'app/main.tsx'), null)
  return uses
}

let uses: Map<string, Set<Name>> | undefined

function fileOf(id: string, context: Context): Name | null {
  if (isLibrary(id) || hasOwnFile(id)) return null
  uses ??= findUses(context)
  const files = [...(uses.get(id) ?? [])].filter((name, _, all) => name !== 'page-app-sign-in' || all.length === 1)
  const [page, ...others] = files.filter((name) => !name.startsWith('parts'))
  if (!page) return files.length > 1 ? 'parts' : (files[0] ?? null)
  // What a page shares with the parts of another feature would make them load all of the page.
  if (others.length === 0 && files.every((name) => name === page || page.startsWith(`${name.replace('parts-', 'page-')}-`))) return page
  const of = /^page-(?!app-)(.*?)--/.exec(page)?.[1]
  const isOfFeature = files.every((name) => name.startsWith(`page-${of}--`) || name === `parts-${of}`)
  if (isOfFeature) return `pages-${of}`
  const own = featureOf(id)
  // What only pages of one place have in common is not worth a byte to everyone else.
  if (own && ofPlaces.some((pages) => files.every((name) => pages.test(name) || name === `parts-${own}`))) return `pages-of-${own}`
  // Nor is what one page has in common with the parts of others.
  return own && others.length === 0 ? `pages-${own}` : 'shared'
}

const inFile = (matches: (name: Name) => boolean) => (id: string, context: Context) => {
  const name = fileOf(id, context)
  return name && matches(name) ? name : null
}

export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'initial', tags: ['$initial'], priority: 9 },
  { name: 'virtual', test: /tanstack.(?:react-)?virtual|VirtualRows/, priority: 8 },
  { debugName: 'libraries', name: (id) => (isLibrary(id) && !hasOwnFile(id) ? 'libraries' : null), minShareCount: 2, priority: 7 },
  { debugName: 'shared', name: inFile((name) => name === 'shared'), priority: 6 },
  { name: 'overlays', test: overlays, priority: 5 },
  { name: 'forms', test: forms, priority: 5 },
  { name: 'controls', test: controls, priority: 4.5 },
  { name: 'chat-picker', test: chatPicker, priority: 4.5 },
  { name: 'change-table', test: changeTable, priority: 4.5 },
  { name: 'workspace', test: ofGateway, priority: 5 },
  { name: 'later', test: later, priority: 5 },
  { debugName: 'pages of a feature', name: inFile((name) => name.startsWith('pages-')), priority: 4 },
  { debugName: 'pages', name: inFile((name) => name.startsWith('page')), priority: 4 },
  { debugName: 'parts', name: inFile((name) => name === 'parts'), priority: 3 },
  { debugName: 'parts of features', name: inFile((name) => name.startsWith('parts-')), priority: 2 },
]
