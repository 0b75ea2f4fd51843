import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * The arguments for node that start a program of ours as a process of its own: from its sources, or, where the gate has just built it, from the build,
 * which takes a third of the time.
 * @param file such as `gateway/main.ts`
 */
export const programArgs = (file: string): string[] => (isBuilt() ? [programFile(file)] : ['--import', 'tsx', programFile(file)])

/** The file of a program or a thread of ours, from the same place. */
export const programFile = (file: string): string =>
  isBuilt() ? join(root, 'dist/server', `${basename(file, '.ts')}.js`) : join(root, 'src', file)

const isBuilt = () => process.env['TEST_BUILD'] === '1'
