import { createHash, randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '#contract/workspace/own-access.ts'
import { scopedTokenPrefix } from '#contract/workspace/scoped-tokens.ts'

/** Secrets that are shown once. They are random and long, so a plain hash of them reveals nothing. */

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Of an invitation link: 256 bits. */
export const newInvitationSecret = (): string => randomBytes(32).toString('base64url')

/** 256 bits. */
export const newScopedToken = (): string => `${scopedTokenPrefix}${randomBytes(32).toString('base64url')}`

/** Crockford's Base32: without letters that look like digits, or like each other. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codeLength = 16

/** 80 bits in four groups, to be written down. */
function newRecoveryCode(): string {
  const letters = [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]!)
  return [0, 4, 8, 12].map((start) => letters.slice(start, start + 4).join('')).join('-')
}

export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newRecoveryCode)

/** The hash of a code as somebody types it: hyphens, spaces and upper case do not count, and letters that look like digits are those. */
export const recoveryCodeHash = (typed: string): string =>
  hashOf(typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1'))
