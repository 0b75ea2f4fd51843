import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import sirv from 'sirv'
import { build, type Plugin } from 'vite'
import { listenOnLoopback } from '#gateway/testing/loopback-server.ts'
import { withFolder } from '../../proof/data.ts'

/** Builds the reference page and serves it as the gateway serves the app: compressed, over HTTP/1.1. */
export const withReference = <T>(work: (url: string) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    await build({
      configFile: false,
      root: join(import.meta.dirname, '../reference'),
      logLevel: 'warn',
      plugins: [react(), rowsInPage],
      build: { outDir: folder, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false }, reportCompressedSize: false },
    })
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(html|js|css)$/.test(name)))
      writeFileSync(join(folder, `${file}.br`), brotliCompressSync(readFileSync(join(folder, file))))
    const { port, close } = await listenOnLoopback(createServer(sirv(folder, { brotli: true })))
    try {
      return await work(`http://127.0.0.1:${port}/`)
    } finally {
      await close()
    }
  })

const rows = Array.from({ length: 100 }, (_, index) => ({
  id: index + 1,
  name: `Chat ${index + 1} of the harbour`,
  kind: index % 4 ? 'Group' : 'Expert',
  language: ['English', 'Polish', 'German', 'Spanish'][index % 4],
  lastUsed: new Date(Date.UTC(2026, 0, 1 + index, index % 24)).toISOString(),
}))

const rowsInPage: Plugin = {
  name: 'rows-in-page',
  transformIndexHtml: () => [
    { tag: 'script', attrs: { type: 'application/json', id: 'rows' }, children: JSON.stringify(rows), injectTo: 'body' },
  ],
}
