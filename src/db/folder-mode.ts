import { statSync } from 'node:fs'

/** Whether other users may look into a folder or enter it. False on Windows, which has no such modes. */
export const isOpenToOthers = (folder: string): boolean => process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0
