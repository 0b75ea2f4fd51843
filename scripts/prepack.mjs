// @ts-check
import { join } from 'node:path'
import { prepare, root } from './prepare.mjs'
import { deleteEarlier } from './replace-build.mjs'

/** Before `npm pack`: builds, and leaves out what open tabs and running servers of this machine may still need, so that equal sources make equal packages. */
await prepare()
deleteEarlier(join(root, 'dist', 'app'), 'assets')
deleteEarlier(join(root, 'dist', 'server'), 'chunks')
