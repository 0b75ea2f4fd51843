// @ts-check
import { join } from 'node:path'
import { prepare, root } from './prepare.mjs'
import { deleteEarlier } from './replace-app.mjs'

/** Before `npm pack`: builds, and leaves out what open tabs of this machine may still need, so that equal sources make equal packages. */
await prepare()
deleteEarlier(join(root, 'dist', 'app'))
