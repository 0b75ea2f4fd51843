import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivLength = 12
const tagLength = 16

/**
 * Encrypts a text (AES-256-GCM with a random IV).
 * @param owner authenticated with the text: it decrypts only with the same owner, so a sealed text cannot be moved to another row
 */
export function seal(text: string, owner: string, key: Buffer): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** The decrypted text, or null if it was sealed with another key, for another owner, or has been altered. */
export function unseal(sealed: string, owner: string, key: Buffer): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < ivLength + tagLength) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
    return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
