import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * The arguments for node that start a program of ours as a process of its own: from its sources, or, where the gate has just built it, from the build,
 * which takes a third of the time.
 * @param file such as `gateway/main.ts`
 */
export const programArgs = (file: string): string[] =>
  process.env['TEST_BUILD'] === '1'
    ? [join(root, 'dist/server', `${basename(file, '.ts')}.js`)]
    : ['--import', 'tsx', join(root, 'src', file)]
