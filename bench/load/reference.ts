import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import sirv from 'sirv'
import { build, type Plugin } from 'vite'

/** Builds the reference page and serves it as the gateway serves the app: compressed, over HTTP/1.1. */
export async function withReference<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-reference-'))
  try {
    await build({
      configFile: false,
      root: join(import.meta.dirname, '../reference'),
      logLevel: 'warn',
      plugins: [react(), rowsInPage],
      build: { outDir: folder, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false }, reportCompressedSize: false },
    })
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(html|js|css)$/.test(name)))
      writeFileSync(join(folder, `${file}.br`), brotliCompressSync(readFileSync(join(folder, file))))
    const server = createServer(sirv(folder, { brotli: true })).listen(0, '127.0.0.1')
    try {
      await new Promise((resolve) => server.once('listening', resolve))
      // A server on a port has an address of this kind.
      return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    } finally {
      server.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

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
