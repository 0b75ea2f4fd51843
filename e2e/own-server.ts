import { join } from 'node:path'
import { startProduct, type Product } from '../proof/product.ts'

export type OwnServer = Product

/** Starts the built product a second time. @param folder another copy of it */
export const startServer = (env: Record<string, string>, folder = '.') =>
  startProduct(env, { program: [join(folder, 'dist/server/main.js')] })
