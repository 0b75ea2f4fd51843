import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProduct, type Product } from './product.ts'

export type OwnServer = Product

/** Starts the built product a second time. @param folder another copy of it */
export const startServer = (env: Record<string, string>, folder = '.') =>
  startProduct(env, { program: [join(folder, 'dist/server/main.js')] })

/** Copies the built product, with more in its catalogue.json, as somebody does who operates it. @param services what is known of them, by address */
export async function copyProduct(folder: string, services: Record<string, { sounds: unknown }>): Promise<void> {
  await cp('dist', join(folder, 'dist'), { recursive: true })
  await cp('package.json', join(folder, 'package.json'))
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  const file = join(folder, 'dist/app/catalogue.json')
  const catalogue = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...catalogue, services }))
  for (const end of ['.br', '.gz']) await rm(file + end)
}

/** The sounds of our own service, as the catalogue has them. */
export async function ownSounds(): Promise<unknown> {
  const { sounds } = JSON.parse(await readFile('public/catalogue.json', 'utf8')) as { sounds: unknown }
  return sounds
}
