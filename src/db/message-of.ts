import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * What a failure of the system or of the parser of options says to the person who runs a command, without its codes. Other failures
 * speak for themselves. Begins like the message of a driver: small, without a full stop.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
    case '53100':
      return 'the disk is full'
    case 'EROFS':
      return `${path} cannot be written: its file system is read-only`
    // A file that is about to be written has a temporary name, which helps nobody: its folder is what can be mended.
    case 'ENOENT':
      if (path === undefined) return message
      return existsSync(dirname(path)) ? `there is no file ${path}` : `there is no folder ${dirname(path)}`
    case 'EACCES':
    case 'EPERM':
      if (path === undefined) return message
      return existsSync(path) ? `this user has no access to ${path}` : `this user cannot write to the folder ${dirname(path)}`
    case 'EISDIR':
      return path === undefined ? 'it is a folder, not a file' : `${path} is a folder, not a file`
    default:
      // What follows explains how to begin an argument with a hyphen.
      return code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? message.replace(/\. .*$/s, '') : message
  }
}
