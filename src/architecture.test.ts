import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The rules of CONTRIBUTING.md that a compiler does not know. */

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const under = (folder: string): string[] =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => posix.join(entry.parentPath.slice(root.length + 1).replaceAll('\\', '/'), entry.name))
    : []

const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path)
const isTest = (path: string) => /\.test\.tsx?$|\/test(ing|-[\w-]+)\.ts$|\/testing\//.test(path)
const sources = under('src').filter(isCode)
const everyFile = [...sources, ...['e2e', 'scripts', 'bench', 'proof'].flatMap(under).filter(isCode)]
const product = sources.filter((path) => !isTest(path))

/** What a file imports: a path from the root for our own files, else the package's name as written. */
function importsOf(path: string): string[] {
  const written = [...read(path).matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map((found) => found[1]!)
  return written.map((name) => {
    if (name.startsWith('.')) return posix.join(dirname(path), name)
    return name.startsWith('#') ? `src/${name.slice(1)}` : name
  })
}

const offences = (files: string[], isWrong: (imported: string, path: string) => boolean) =>
  files.flatMap((path) =>
    importsOf(path)
      .filter((imported) => isWrong(imported, path))
      .map((imported) => `${path} imports ${imported}`),
  )

const inside = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`))
const isOurs = (imported: string) => inside(imported, 'src', 'e2e', 'proof', 'bench', 'scripts')

describe('rooms', () => {
  const rooms: Record<string, string[]> = {
    contract: ['contract'],
    engine: ['engine', 'contract'],
    dashboard: ['dashboard', 'engine', 'contract'],
    http: ['http', 'contract'],
    service: ['service', 'contract', 'db', 'http'],
    gateway: ['gateway', 'engine', 'contract', 'db', 'http'],
    'gateway/database': ['gateway/database', 'contract', 'db'],
    db: ['db'],
    'command-line': ['command-line', 'engine', 'contract', 'http'],
  }

  test('the sources are found', () => {
    expect(Object.keys(rooms).filter((room) => !product.some((path) => inside(path, `src/${room}`)))).toEqual([])
    expect(importsOf('src/contract/api.ts')).toContain('src/contract/chats.ts')
  })

  /** What is started as a process of its own, for the service and the gateway. */
  const joins = ['main.ts', 'roomkeeper.ts', 'backtest-thread.ts'].map((name) => `src/gateway/${name}`)

  test.each(Object.entries(rooms))('%s imports from %j alone', (room, allowed) => {
    const files = product.filter((path) => inside(path, `src/${room}`) && !joins.includes(path))
    expect(offences(files, (imported) => isOurs(imported) && !inside(imported, ...allowed.map((name) => `src/${name}`)))).toEqual([])
  })

  test('the contract knows zod and nothing else', () => {
    const files = product.filter((path) => inside(path, 'src/contract'))
    expect(offences(files, (imported) => !isOurs(imported) && imported !== 'zod/mini')).toEqual([])
  })

  test('the dashboard and the engine know no Node, and nothing but the server knows its packages', () => {
    const ofServer = /^(node:|hono|@hono\/|kysely|libsql|pg|pino|sirv)/
    const withoutServer = product.filter((path) => inside(path, 'src/dashboard', 'src/engine'))
    expect(offences(withoutServer, (imported) => ofServer.test(imported))).toEqual([])
    const ofBrowser = /^(react|@mantine\/|@tanstack\/|@hookform\/)/
    const withoutBrowser = product.filter((path) => !inside(path, 'src/dashboard'))
    expect(offences(withoutBrowser, (imported) => ofBrowser.test(imported))).toEqual([])
  })

  test('the contract is the API as data: what compares and calculates is in the engine', () => {
    const folders = product.filter((path) => inside(path, 'src/contract')).map((path) => dirname(path))
    const allowed = ['', '/gateway', '/hours', '/presets', '/rules'].map((folder) => `src/contract${folder}`)
    expect([...new Set(folders)].toSorted()).toEqual(allowed)
  })

  test('the engine knows no page', () => {
    const page = /\b(document|localStorage|sessionStorage|navigator|location|globalThis\.window)\.\w/
    const engine = product.filter((path) => inside(path, 'src/engine'))
    expect(engine.filter((path) => page.test(read(path).replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')))).toEqual([])
  })

  test('no files import one another in a circle, not even types', () => {
    const imports = new Map(product.map((path) => [path, importsOf(path)]))
    const seen = new Set<string>()
    const circleFrom = (path: string, way: string[]): string[] => {
      if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
      if (seen.has(path)) return []
      seen.add(path)
      return (imports.get(path) ?? []).map((next) => circleFrom(next, [...way, path])).find((circle) => circle.length > 0) ?? []
    }
    expect([...imports.keys()].map((path) => circleFrom(path, []).join(' imports ')).filter(Boolean)).toEqual([])
  })

  test('only what is started joins the gateway with the service', () => {
    expect(offences(joins, (imported) => inside(imported, 'src/dashboard'))).toEqual([])
  })

  test('the e2e tests know the contract and the paths of the dashboard, and how accounts are made', () => {
    const files = under('e2e').filter(isCode)
    const known = new Set([
      'src/dashboard/platform/to.ts',
      'src/dashboard/app/pages.ts',
      'src/dashboard/app/places.ts',
      'src/service/accounts/account-actions.ts',
      'src/test-figure.ts',
      'src/test-secrets.ts',
      'src/gateway/testing/company-provider.ts',
      'src/gateway/notifications/test-receivers.ts',
    ])
    expect(offences(files, (imported) => inside(imported, 'src') && !inside(imported, 'src/contract') && !known.has(imported))).toEqual([])
  })

  test('nothing in src imports tests or scripts of other folders', () => {
    expect(offences(sources, (imported) => isOurs(imported) && !inside(imported, 'src'))).toEqual([])
  })

  test('the e2e tests import no proof; proof and scripts import of e2e only its support', () => {
    expect(offences(under('e2e').filter(isCode), (imported) => inside(imported, 'proof', 'bench'))).toEqual([])
    const others = ['proof', 'bench', 'scripts'].flatMap(under).filter(isCode)
    expect(offences(others, (imported) => inside(imported, 'e2e') && !inside(imported, 'e2e/support'))).toEqual([])
  })

  test('folders of specs hold specs only, and each is of a project of Playwright', () => {
    const specs = [...under('e2e').filter((path) => !inside(path, 'e2e/support')), ...under('proof/specs')]
    expect(specs.filter((path) => !/^(e2e\/[\w-]+|proof\/specs)\/[\w-]+\.e2e\.ts$/.test(path))).toEqual([])
    const projects = [...read('playwright.config.ts').matchAll(/const (?:journeys|projects) = \[(.*)\]/g)].flatMap(([, names]) =>
      names!.split(', ').map((name) => name.slice(1, -1)),
    )
    expect([...new Set(specs.filter((path) => inside(path, 'e2e')).map((path) => path.split('/')[1]!))].toSorted()).toEqual(
      projects.toSorted(),
    )
  })

  test('zod comes in its small form', () => {
    const isLarge = (imported: string) => /^zod(\/|$)/.test(imported) && !['zod/mini', 'zod/locales'].includes(imported)
    expect(offences(sources, isLarge)).toEqual([])
  })
})

describe('inside the dashboard', () => {
  const home = 'src/dashboard'
  const files = product.filter((path) => inside(path, home))
  /** Each layer imports from itself and from those below it. */
  const layers = ['app', 'features', 'platform', 'ui'].map((name) => `${home}/${name}`)

  test('every file lies in one of the four layers', () => {
    expect(under(home).filter((path) => !inside(path, ...layers))).toEqual([])
  })

  test.each(layers)('%s imports from no layer above it', (layer) => {
    const above = layers.slice(0, layers.indexOf(layer))
    const own = files.filter((path) => inside(path, layer))
    expect(own.length).toBeGreaterThan(10)
    expect(offences(own, (imported) => inside(imported, ...above))).toEqual([])
  })

  test('a feature imports no other feature: they meet in app', () => {
    const featureOf = (path: string) => /^src\/dashboard\/features\/([^/]+)\//.exec(path)?.[1]
    const own = files.filter(featureOf)
    expect(offences(own, (imported, path) => featureOf(imported) !== undefined && featureOf(imported) !== featureOf(path))).toEqual([])
  })

  /** Forms without a field that could hold anything wrong, and what they ask instead. */
  const formsWithoutRules = new Set([
    // The frame of drawers, whose forms come with the features.
    'src/dashboard/platform/saving/FormDrawer.tsx',
    // The frame of dialogs, likewise.
    'src/dashboard/ui/overlay/Dialog.tsx',
    // The token again; the service alone can say what is wrong with it.
    'src/dashboard/app/sign-in/ConfirmDialogs.tsx',
    // Chats to choose from a list.
    'src/dashboard/features/banned-ips/copy/AcrossChatsDrawer.tsx',
  ])

  test('every form is one of react-hook-form, and every one of those has its rules in a resolver', () => {
    const forms = files.filter((path) => path.endsWith('.tsx') && /<(form|FormDrawer)\b/.test(read(path)) && !formsWithoutRules.has(path))
    expect(forms.length).toBeGreaterThan(5)
    expect(forms.filter((path) => !importsOf(path).includes('react-hook-form') && !/\buse\w*Form\(/.test(read(path)))).toEqual([])
    const makers = files.filter((path) => /\buseForm\b[(<]/.test(read(path)))
    expect(makers.length).toBeGreaterThan(5)
    expect(makers.filter((path) => !/\bresolver\b/.test(read(path)))).toEqual([])
  })
})

describe('writes', () => {
  const home = 'src/dashboard'
  /** Who may import what a request can be sent with. `call` of session.ts takes reads alone, which the compiler holds. */
  const senders: Record<string, string[]> = {
    request: [`${home}/platform/api/actions.ts`],
    useMutation: [`${home}/platform/api/actions.ts`],
    MutationObserver: [`${home}/platform/api/actions.ts`],
    createClient: [`${home}/platform/session/session.ts`],
    createEndpointClient: [`${home}/platform/session/call-gateway.ts`],
    // Whoever signs in changes nothing that a page shows.
    requestGateway: [
      `${home}/platform/api/gateway-query.ts`,
      `${home}/platform/session/company.ts`,
      `${home}/platform/session/passkeys.ts`,
    ],
  }
  const valuesImported = (path: string) =>
    [...read(path).matchAll(/\bimport(?! type) (?:\w+, )?\{([^}]*)\} from/g)].flatMap((found) =>
      found[1]!.split(',').map((name) => name.trim().split(' as ')[0]!),
    )
  const importers = (name: string) => product.filter((path) => inside(path, home) && valuesImported(path).includes(name))

  test.each(Object.entries(senders))('%s is imported by %j alone, so that every write of the dashboard is a mutation', (name, paths) => {
    expect(importers(name)).toEqual(paths)
  })

  test('nobody takes all of the session or of TanStack Query at once', () => {
    const all = product.filter((path) => /import \* as \w+ from '(.*session\.ts|@tanstack\/.*)'/.test(read(path)))
    expect(all.filter((path) => inside(path, home))).toEqual([])
  })
})

describe('files', () => {
  test('no barrels, and no folders named after nothing', () => {
    expect(everyFile.filter((path) => /(^|\/)index\.\w+$|\/(utils|hooks|types|helpers|components|lib|common|shared)\//.test(path))).toEqual(
      [],
    )
  })

  test('names are in kebab-case, components in PascalCase', () => {
    const kebab = /^[\da-z]+(-[\da-z]+)*(\.test|\.e2e|\.d)?\.(ts|tsx|mjs)$/
    const pascal = /^[A-Z][\dA-Za-z]*(\.test)?\.tsx$/
    expect(everyFile.filter((path) => !kebab.test(posix.basename(path)) && !pascal.test(posix.basename(path)))).toEqual([])
  })

  test('no file is longer than 300 lines, but for the catalogue', () => {
    const long = everyFile.filter((path) => path !== 'src/contract/settings.ts' && read(path).split('\n').length > 301)
    expect(long).toEqual([])
  })

  test('imports of our own files say what file it is', () => {
    expect(offences(everyFile, (imported) => isOurs(imported) && !existsSync(join(root, imported)))).toEqual([])
  })

  test('text never becomes markup or code', () => {
    const ways = /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|srcdoc/i
    expect(product.filter((path) => ways.test(read(path)))).toEqual([])
  })
})

describe('packages', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>
  }
  const packages = Object.entries(lock.packages).filter(([name]) => name !== '')

  test('the lock file holds for every registry', () => {
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter(([, entry]) => entry.resolved !== undefined).map(([name]) => name)).toEqual([])
  })

  test('every package is checked by its SHA-512', () => {
    expect(packages.filter(([, entry]) => !entry.integrity?.startsWith('sha512-')).map(([name]) => name)).toEqual([])
  })

  test('every direct dependency is pinned to one version', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
    expect(Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })
})

describe('documents', () => {
  const rows = [...read('docs/assumptions.md').matchAll(/^\| (\d+) \|.*\|([^|]*)\|$/gm)].map((found) => ({
    number: Number(found[1]),
    held: found[2]!,
  }))

  test('every "not shown" of the API document has a row that names the files holding it', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
    for (const { number, held } of rows) {
      const files = [...held.matchAll(/`([^`]+)`/g)].map((found) => found[1]!)
      expect(files.length, `row ${number}`).toBeGreaterThan(0)
      const missing = files.filter((file) => !existsSync(join(root, file)))
      expect(missing, `row ${number}`).toEqual([])
    }
  })

  test('comments cite rows that exist', () => {
    const cited = sources.flatMap((path) => [...read(path).matchAll(/assumptions\.md row (\d+)/g)].map((found) => Number(found[1])))
    expect(cited.length).toBeGreaterThan(0)
    expect(cited.filter((number) => !rows.some((row) => row.number === number))).toEqual([])
  })
})
