import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { databaseFile, type DatabaseLocation } from './open.ts'
import { isInstalled } from './release.ts'

type Env = Record<string, string | undefined>

/** DATA_DIR, or its default. */
export const dataFolder = (env: Env): string => env['DATA_DIR'] || defaultFolder(env, isInstalled)

/** In a clone a folder beside the code; the installed command may be started anywhere and must find the same data. */
export const defaultFolder = (env: Env, installed: boolean): string =>
  installed ? join(env['XDG_DATA_HOME'] || join(homedir(), '.local/share'), 'roomkeeper') : './data'

/** DATABASE_URL for PostgreSQL, else the data folder. Throws an Error that names the variable and never shows its value: it may hold a password. */
export function databaseLocation(env: Env): DatabaseLocation {
  const url = env['DATABASE_URL']
  if (url) {
    if (!isPostgresUrl(url))
      throw new Error('DATABASE_URL must be the address of a PostgreSQL database, such as postgres://user:password@host:5432/name')
    return { url }
  }
  const folder = dataFolder(env)
  if (folder.includes('\0')) throw new Error('DATA_DIR must be the path of a folder')
  return { folder }
}

/** For commands that create none: rejects where there is no database. */
export function existingDatabase(env: Env): DatabaseLocation {
  const place = databaseLocation(env)
  if ('folder' in place && !existsSync(databaseFile(place.folder))) throw new Error(`There is no database in ${place.folder}.`)
  return place
}

function isPostgresUrl(url: string): boolean {
  return URL.canParse(url) && ['postgres:', 'postgresql:'].includes(new URL(url).protocol)
}
