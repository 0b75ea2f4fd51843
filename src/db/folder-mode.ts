import { statSync } from 'node:fs'

/** Whether other users can list or enter a folder. Always false on Windows, which has no such modes. */
export const isOpenToOthers = (folder: string): boolean => process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0
