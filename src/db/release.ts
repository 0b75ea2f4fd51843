import { basename } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }

/** The version of this release of Roomkeeper. */
export const release = packageFile.version

/** Whether this process was started by the command of the installed package, and not from a clone of the repository. */
export const isInstalled = /^roomkeeper(?:\.[jt]s)?$/.test(basename(process.argv[1] ?? ''))

/** What to type for one of the commands, such as `roomkeeper account`, before its arguments. */
export const commandLine = (name: string): string => (isInstalled ? `roomkeeper ${name}` : `npm run ${name} --`)
