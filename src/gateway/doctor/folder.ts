import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isOpenToOthers } from '#db/data-folder.ts'
import { messageOf } from '#db/errors.ts'
import { exists, readKey } from '../session/session-key.ts'
import { type SealedText, type SealedToken, accountsOf, keyProblem, unopened } from '../access/team-keys.ts'
import { type Check, type InstallationFinding, checkOf, formatBytes } from './check.ts'

/** Checks the permissions of the data folder and its files. */
export function checkFolder(folder: string): Check {
  const path = resolve(folder)
  if (!existsSync(path)) return checkOf('folder', [`${path} does not exist yet: the first start creates it`])
  const findings: InstallationFinding[] = []
  if (isOpenToOthers(path)) findings.push({ text: `Other users can read ${path}.`, fix: `chmod -R go= ${path}` })
  if (!isWritable(path))
    findings.push({
      text: `This user cannot write to ${path}.`,
      fix: `Run this command as the user of the server. If it is that user: chown -R $(id -u) ${path}`,
    })
  const foreign = foreignFiles(path)
  if (foreign.length > 0)
    findings.push({
      text: `Some files in ${path} belong to another user than the folder: ${foreign.slice(0, 5).join(', ')}${foreign.length > 5 ? ', …' : ''}.`,
      fix: `chown -R --reference=${path} ${path}`,
    })
  return checkOf('folder', [path], findings)
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** For example files created by a command that was run as root. */
function foreignFiles(path: string): string[] {
  try {
    const { uid } = statSync(path)
    return readdirSync(path).filter((name) => statSync(join(path, name), { throwIfNoEntry: false })?.uid !== uid)
  } catch {
    // Not readable, which is a separate finding.
    return []
  }
}

/** Space for the growth of the database, and for the write-ahead log of a large deletion. */
const minFreeBytes = 512 * 1024 * 1024
const minFreeFiles = 1000

/** @param databaseBytes the size of the database; a backup before a migration needs about the same again */
export async function checkDisk(folders: readonly string[], databaseBytes: number): Promise<Check> {
  const facts: string[] = []
  const findings: InstallationFinding[] = []
  const needed = minFreeBytes + databaseBytes
  for (const folder of new Set(folders.map(nearestExisting))) {
    const { bavail, bsize, files, ffree } = await statfs(folder)
    const free = bavail * bsize
    facts.push(`${formatBytes(free)} free for ${folder}`)
    if (free < needed)
      findings.push({
        text: `Only ${formatBytes(free)} are free for ${folder}; ${formatBytes(needed)} leave room to grow and for a backup before a migration.`,
        fix: 'Free some space, move old backups elsewhere, or set BACKUP_DIR to a folder on another disk.',
      })
    // File systems without such a limit report 0 of 0.
    if (files > 0 && ffree < minFreeFiles)
      findings.push({
        text: `The file system of ${folder} has room for ${ffree} more files only.`,
        fix: 'Delete files that are not needed.',
      })
  }
  return checkOf('disk', facts, findings)
}

function nearestExisting(folder: string): string {
  const path = resolve(folder)
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path))
}

/**
 * @param sealed the tokens that only the key file opens, and without which the server does not start
 * @param tokenKeys the token keys of our own service, which are not shown without it
 */
export function checkKey(
  files: { keyFile: string; oldKeyFile: string | null },
  sealed: readonly SealedToken[],
  tokenKeys: readonly SealedText[],
): Check {
  const path = resolve(files.keyFile)
  if (!exists(path)) {
    if (sealed.length + tokenKeys.length === 0) return checkOf('key', [`${path} does not exist yet: the first start creates it`])
    const held = sealed.length > 0 ? `tokens of ${accountsOf(sealed)}` : `token keys of ${accountsOf(tokenKeys)}`
    const text = `The key file ${path} is missing, and the database holds ${held} that only it opens.`
    return checkOf('key', [], [{ text, fix: 'Put the key file back, or set SESSION_KEY_FILE to it (docs/operations.md, The key file).' }])
  }
  try {
    readKey(path)
    if (keyProblem(sealed, files) === null) return checkTokenKeys(path, unopened(tokenKeys, files))
    const text = `The key file ${path} is not the one that belongs to this database: the tokens of ${accountsOf(sealed)} were sealed with another.`
    return checkOf('key', [], [{ text, fix: 'Set SESSION_KEY_FILE to the right one. Gateways that share a database share a key file.' }])
  } catch (error) {
    const fix = `Only the user of the server may read it: chmod 600 ${path}. It must have 32 bytes; restore a copy if it is damaged.`
    return checkOf('key', [], [{ text: `The key file cannot be used: ${messageOf(error)}.`, fix }])
  }
}

function checkTokenKeys(path: string, lost: readonly SealedText[]): Check {
  if (lost.length === 0) return checkOf('key', [path])
  const text = `No key file here opens the token keys of ${accountsOf(lost)}, so they are not shown.`
  const fix =
    'Set SESSION_KEY_FILE to the right one, or OLD_SESSION_KEY_FILE if it was replaced. If it is lost for good, start once with FORGET_TEAM_TOKENS=1, which makes new token keys.'
  return checkOf('key', [path], [{ text, fix }])
}
