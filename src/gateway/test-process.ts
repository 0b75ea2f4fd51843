import { join } from 'node:path'
import { startProduct } from '../../proof/product.ts'

/** The whole product in a process of its own, from its sources. */
export const startGateway = (folder: string) =>
  startProduct({ DATA_DIR: folder }, { program: ['--import', 'tsx', join(import.meta.dirname, 'main.ts')] })
