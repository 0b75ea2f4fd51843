import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Puts a .br and a .gz beside every text file of the app, so that the gateway never compresses while it answers. */
export function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    // After the bundle stands on the disk: files of public/ are compressed too.
    // Not closeBundle, which also runs after a build that failed, where it would hide why.
    writeBundle: async () => {
      const files = await readdir(folder, { recursive: true })
      // index.html is answered with a nonce put in, so a copy made now would be wrong.
      const texts = files.filter((file) => /\.(js|css|svg|json|txt)$/.test(file) && !file.startsWith('.'))
      await Promise.all(texts.map((file) => compress(join(folder, file))))
    },
  }
}

async function compress(file: string) {
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await Promise.all([writeFile(`${file}.br`, await brotli(content, { params })), writeFile(`${file}.gz`, await zip(content, { level: 9 }))])
}
