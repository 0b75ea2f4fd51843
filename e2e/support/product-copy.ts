import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from './product.ts'

/** Copies the built product into a folder, where a test may change its files. */
export async function copyProduct(folder: string): Promise<void> {
  await cp('dist', join(folder, 'dist'), { recursive: true })
  await cp('package.json', join(folder, 'package.json'))
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
}

/**
 * Starts a gateway of its own in front of another service.
 * @param hasBuiltInSounds The service numbers its sounds as ours does, and the operator says so in catalogue.json.
 */
export async function startGateway(upstream: string, { hasBuiltInSounds }: { hasBuiltInSounds: boolean }) {
  const folder = await mkdtemp(join(tmpdir(), 'roomkeeper-e2e-gateway-'))
  if (hasBuiltInSounds) {
    await copyProduct(folder)
    await nameSounds(folder, upstream)
  }
  const env = { DATA_DIR: join(folder, 'data'), CHAT_API_URL: upstream }
  const { address, stop } = await startProduct(env, hasBuiltInSounds ? { folder } : {})
  return {
    address,
    async stop() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Adds the sounds of a service to the catalogue of a copy. */
async function nameSounds(folder: string, upstream: string): Promise<void> {
  const file = join(folder, 'dist/app/catalogue.json')
  const catalogue = JSON.parse(await readFile(file, 'utf8')) as { sounds: unknown }
  await writeFile(file, JSON.stringify({ ...catalogue, services: { [upstream]: { sounds: catalogue.sounds } } }))
  for (const extension of ['.br', '.gz']) await rm(file + extension)
}
