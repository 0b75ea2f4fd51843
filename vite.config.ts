import { existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import type { BuildOptions, Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { groups } from './scripts/code-splitting.ts'
import { compressed } from './scripts/compressed.ts'
import { ownTexts } from './scripts/own-texts.ts'
import { pageFiles } from './scripts/page-files.ts'

/** `vite build` makes dist/app, `vite build --ssr` dist/server, with `--mode draw` dist/draw; `vitest` runs the tests beside the code. */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  build: mode === 'draw' ? draw : isSsrBuild ? server : app,
  // In the bundle: the first would bring a web server of its own into every installation, the others are hundreds of files, which take half of a start.
  ssr: {
    target: 'node',
    noExternal: mode === 'draw' || [
      /^(@modelcontextprotocol|ajv|fast-|json-schema-traverse|require-from-string)/,
      /^(hono|@hono|kysely|zod)/,
    ],
  },
  ...(mode === 'draw' && { define: { 'process.env.NODE_ENV': '"production"' } }),
  // React Router's package names its development build alone; its warnings would be a part of every first load.
  resolve: { alias: command === 'build' ? routerOfProduction : {} },
  plugins: [
    classNamesByName(),
    themeVariables(),
    unusedRouterParts(),
    ownTexts(),
    react(),
    ...(command === 'build' && !isSsrBuild ? [compressed(), pageFiles(), stylesAfterSkeleton(), compileHint()] : []),
  ],
  // The gateway puts a fresh nonce in its place on every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  css: { modules: { generateScopedName: command === 'build' ? shortClassNames() : '[name]_[local]' } },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: throughGateway() },
  test: {
    // One more than there are cores: a worker waits a quarter of its time, for a database or a process.
    maxWorkers: availableParallelism() + 1,
    // Room for a busy machine and for a database engine to start; a test that passes never waits for it.
    testTimeout: 30_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // A global that one file replaces is not there for the next in the same worker.
    unstubGlobals: true,
    projects: [
      // The modules of one file serve the next: loading them anew for each would take longer than the tests.
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: ['src/**/*.test.ts', 'scripts/*.test.ts'],
          exclude: ['src/dashboard/**', ...simulations, ...needServer],
        },
      },
      {
        extends: true,
        test: {
          name: 'dashboard',
          isolate: false,
          setupFiles: [...setupFiles, endQueries],
          include: ['src/dashboard/**/*.test.{ts,tsx}'],
          exclude: [...simulations, ...replaceModules, ...needPage],
        },
      },
      // A project of their own: a worker ends where the next file needs another environment.
      {
        extends: true,
        test: { name: 'page', isolate: false, setupFiles: [...setupFiles, endQueries], include: needPage, exclude: replaceModules },
      },
      { extends: true, test: { name: 'isolated', setupFiles, include: replaceModules } },
      { extends: true, test: { name: 'simulation', setupFiles, include: simulations } },
      // Some start several processes one after another, which on a busy machine takes longer than anything else.
      {
        extends: true,
        test: {
          name: 'service',
          isolate: false,
          testTimeout: 90_000,
          include: needServer,
          exclude: simulations,
          globalSetup: ['src/service/testing/postgres.ts', 'src/gateway/testing/postgres-template.ts'],
        },
      },
    ],
  },
}))

const routerOfProduction = {
  'react-router/dom': resolve('node_modules/react-router/dist/production/dom-export.mjs'),
  'react-router': resolve('node_modules/react-router/dist/production/index.mjs'),
}

/** Thousands of random runs against services that misbehave, and the analysis of every regular expression. `npm run check` leaves them out. */
const simulations = ['src/**/*-simulation.test.ts', 'src/expressions.test.ts']

/** For tests of the dashboard. */
export const setupFiles = ['src/dashboard/ui/test-setup.ts']
/** Ends what a test began to read. It loads modules, which the tests that replace some must do themselves. */
const endQueries = 'src/dashboard/platform/api/test-setup.ts'

// What tests write is read again within seconds: where memory has room for it, it needs no disk. Figures of the proof are those of a disk.
if (process.env['VITEST'] && process.env['PROOF'] !== '1' && !process.env['TMPDIR'] && freeBytes('/dev/shm') > 2 ** 31)
  process.env['TMPDIR'] = '/dev/shm'

function freeBytes(folder: string): number {
  if (!existsSync(folder)) return 0
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

// A build has no need to look for tests.
const tests = (process.env['VITEST'] ? readdirSync('src', { recursive: true, encoding: 'utf8' }) : [])
  .filter((path) => /\.test\.tsx?$/.test(path))
  .map((path) => ({ path: join('src', path), text: readFileSync(join('src', path), 'utf8') }))
const testsThat = (say: string) => tests.filter(({ text }) => text.includes(say)).map(({ path }) => path)

/** Tests that replace a module, which works only where nothing has loaded it before. */
const replaceModules = testsThat('vi.mock(')

/** Tests that need the document of a page. */
const needPage = testsThat('@vitest-environment happy-dom')

/** Tests that need a database server or a process of their own. `npm run check` leaves them out. */
const needServer = [
  'src/command-line/**/*.test.ts',
  'src/service/**/*.test.ts',
  'src/gateway/{backup-part,full-tables,long-rows,main,roomkeeper,stored-secrets,upgrade,visit}.test.ts',
  'src/gateway/doctor/installation.test.ts',
  'src/gateway/forward/not-modified.test.ts',
  'src/gateway/metrics/metrics-process.test.ts',
  'src/gateway/{database/*,session/sessions}.test.ts',
  'src/gateway/worker/*.test.ts',
  'src/gateway/access/{passkeys,people}.test.ts',
  'src/gateway/{audit,drift,jobs,lent,limits,notifications,presets,records,rules}/**/*.test.ts',
  'src/gateway/{hours/hours,tokens/scoped-tokens}.test.ts',
]

const app: BuildOptions = {
  outDir: 'dist/app',
  target: 'es2022',
  // scripts/bundle-size.mjs reads it.
  manifest: true,
  sourcemap: false,
  // The page's policy loads fonts and images from files of this origin only.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
  // scripts/bundle-size.mjs holds the limit that counts.
  chunkSizeWarningLimit: 2000,
  rolldownOptions: {
    // What the first script imports dynamically stays out of it, also where a page that is loaded later imports it statically.
    checks: { ineffectiveDynamicImport: false },
    output: {
      // The first page lists all other files: a hundred names in it would cost most of a kilobyte. The manifest tells which is which.
      chunkFileNames: 'assets/[hash:7].js',
      assetFileNames: 'assets/[hash:7][extname]',
      // Small letters and figures alone compress better in that list.
      hashCharacters: 'base36',
      // What every page needs is one file: it compresses better than ten and needs no second round trip.
      codeSplitting: { groups },
    },
  },
}

const server: BuildOptions = {
  ssr: true,
  outDir: 'dist/server',
  target: 'node20',
  sourcemap: true,
  copyPublicDir: false,
  reportCompressedSize: false,
  rolldownOptions: {
    input: ['src/gateway/main.ts', 'src/gateway/roomkeeper.ts', 'src/gateway/backtest-thread.ts', 'src/gateway/rules-thread.ts'],
    output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
  },
}

/** What draws the pages for the gateway: one file, with all that it needs. */
const draw: BuildOptions = {
  ...server,
  outDir: 'dist/draw',
  sourcemap: false,
  minify: true,
  rolldownOptions: {
    input: 'src/dashboard/app/draw/process.ts',
    output: { entryFileNames: 'draw.js', codeSplitting: false },
  },
}

/** Names of classes that compress well: the number of the module, then that of the class in it. The same files give the same names. */
function shortClassNames() {
  const modules = readdirSync('src/dashboard', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .toSorted()
    .map((file) => ({ path: resolve('src/dashboard', file), classes: [] as string[] }))
  return (name: string, path: string) => {
    const index = modules.findIndex((module) => module.path === path)
    const { classes } = modules[index]!
    if (!classes.includes(name)) classes.push(name)
    return `_${index.toString(36).padStart(2, '0')}${classes.indexOf(name).toString(36)}`
  }
}

/** Takes the classes of a module by their names in place of one object of all, so that each is written where it is used. */
function classNamesByName(): Plugin {
  return {
    name: 'class-names-by-name',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx$/ },
      handler: (code) => code.replaceAll(/import (\w+) from ('[^']+\.module\.css')/g, 'import * as $1 from $2'),
    },
  }
}

/** Writes the variables of the theme into their style sheet. */
function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    enforce: 'pre',
    transform: {
      filter: { id: /theme.variables\.css$/ },
      handler: async () => (await import('./src/dashboard/ui/theme/variables.ts')).variablesCss(),
    },
  }
}

/** Marks what React Router does when it is loaded as free of effects, so that the build leaves out its parts that no page uses. */
function unusedRouterParts(): Plugin {
  return {
    name: 'unused-router-parts',
    apply: 'build',
    transform: {
      filter: { id: /react-router.dist.production/ },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.displayName = .*;$/gm, '')
          .replaceAll(/(?<=^var \w+ = )(?=React\d*\.(createContext|forwardRef|memo)\()/gm, '/* @__PURE__ */ '),
    },
  }
}

/** In development the page comes from Vite and all else from the gateway. The Host header is kept, so that the gateway's same-origin checks hold. */
function throughGateway() {
  const gateway = { target: `http://127.0.0.1:${process.env['PORT'] ?? 4173}`, changeOrigin: false }
  return Object.fromEntries(['/bff', '/api', '/openapi.json', '/healthz', '/readyz'].map((path) => [path, gateway]))
}

/**
 * A stylesheet in the head delays the first paint. In the body, after the skeleton, it delays what follows: the app, whose scripts wait for it. What
 * is loaded later must follow it there, to be applied after it.
 */
function stylesAfterSkeleton(): Plugin {
  const added = 'document.head.appendChild(link)'
  return {
    name: 'styles-after-skeleton',
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler(code) {
        if (!code.includes(added)) this.error('Vite adds the stylesheets of dynamic imports in another way than before.')
        return code.replace(added, added.replace('head', 'body'))
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const link = /\s*<link rel="stylesheet"[^>]*>/g
        return html.replaceAll(link, '').replace(/\s*<div id="too-old"/, (next) => (html.match(link) ?? []).join('') + next)
      },
    },
  }
}

/** Asks V8 to compile every function of the first script while it is fetched: most of them run before the first rows. */
function compileHint(): Plugin {
  return {
    name: 'compile-hint',
    generateBundle: {
      // After Vite has put its list of files before the code: V8 ignores a hint that is not at the beginning.
      order: 'post',
      handler: (_, bundle) => {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.isEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}
