import type { DatabaseLocation } from './open.ts'

/** DATABASE_URL for PostgreSQL, else the folder DATA_DIR (default ./data). Throws an Error that names the variable and never shows its value: it may hold a password. */
export function databaseLocation(env: Record<string, string | undefined>): DatabaseLocation {
  const url = env['DATABASE_URL']
  if (url) {
    if (!isPostgresUrl(url))
      throw new Error('DATABASE_URL must be the address of a PostgreSQL database, such as postgres://user:password@host:5432/name')
    return { url }
  }
  const folder = env['DATA_DIR'] || './data'
  if (folder.includes('\0')) throw new Error('DATA_DIR must be the path of a folder')
  return { folder }
}

function isPostgresUrl(url: string): boolean {
  return URL.canParse(url) && ['postgres:', 'postgresql:'].includes(new URL(url).protocol)
}
