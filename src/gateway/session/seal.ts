import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

const ivLength = 12
const tagLength = 16
const keyLength = 32

/** What a sealed text is for. Each purpose has a key of its own, so that a text sealed for one never opens as another. */
const sealPurposes = ['session', 'workspace-token', 'standing-token', 'sign-in-state', 'notification-channel', 'token-key'] as const
export type SealPurpose = (typeof sealPurposes)[number]

/** What a signature is for, likewise. */
export type SignPurpose = 'audit-cut'

/** The keys that are derived from the key file. */
export type Keys = ReturnType<typeof createKeys>

/**
 * Derives the keys (HKDF, RFC 5869).
 * @param file the content of the key file
 * @param old that of the file before it, whose sealed texts still open
 */
export function createKeys(file: Buffer, old?: Buffer) {
  const current = derivedFrom(file)
  const all = old ? [current, derivedFrom(old)] : [current]
  return {
    /** Identifies the key file without revealing anything of it; it stands in front of each sealed text. */
    id: current.id,
    /**
     * Encrypts a text (AES-256-GCM with a random IV).
     * @param owner authenticated with the text, as is the purpose: it opens only with both, so a sealed text cannot be moved to another row
     */
    seal: (purpose: SealPurpose, owner: string, text: string): string =>
      `${current.id}.${encrypt(text, additional(purpose, owner), current.keyOf[purpose])}`,
    /** The text, or null if it was sealed with another key, for another purpose or owner, or has been altered. */
    unseal: (purpose: SealPurpose, owner: string, sealed: string): string | null => {
      const [keyId, content] = sealed.split('.', 2)
      const key = all.find(({ id }) => id === keyId)?.keyOf[purpose]
      return key && content !== undefined ? decrypt(content, additional(purpose, owner), key) : null
    },
    /** HMAC-SHA-256, after the id of the key file. */
    sign: (purpose: SignPurpose, text: string): string => signatureOf(current, purpose, text),
    /** Whether it was signed with this key file, or with the one before it. */
    isSigned: (purpose: SignPurpose, text: string, signature: string): boolean =>
      all.some((keys) => {
        const [own, given] = [Buffer.from(signatureOf(keys, purpose, text)), Buffer.from(signature)]
        return own.length === given.length && timingSafeEqual(own, given)
      }),
  }
}

function derivedFrom(file: Buffer) {
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', file, '', `roomkeeper ${info}`, keyLength))
  const keyOf = Object.fromEntries(sealPurposes.map((purpose) => [purpose, derive(purpose)])) as Record<SealPurpose, Buffer>
  const signKeyOf: Record<SignPurpose, Buffer> = { 'audit-cut': derive('audit-cut') }
  return { id: createHash('sha256').update(derive('id')).digest('hex').slice(0, 12), keyOf, signKeyOf }
}

const signatureOf = ({ id, signKeyOf }: ReturnType<typeof derivedFrom>, purpose: SignPurpose, text: string) =>
  `${id}.${createHmac('sha256', signKeyOf[purpose]).update(text).digest('hex')}`

/** The id of the key that a text was sealed with; '' if it is no sealed text. */
export const keyIdOf = (sealed: string): string => (sealed.includes('.') ? sealed.slice(0, sealed.indexOf('.')) : '')

const additional = (purpose: SealPurpose, owner: string) => `${purpose} ${owner}`

function encrypt(text: string, authenticated: string, key: Buffer): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(authenticated))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

function decrypt(sealed: string, authenticated: string, key: Buffer): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < ivLength + tagLength) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
      .setAAD(Buffer.from(authenticated))
      .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
    return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Seals the token keys of our own service's accounts, each for its account. */
export const tokenKeySeal = (keys: Keys) => ({
  seal: (accountId: number, tokenKey: string) => keys.seal('token-key', String(accountId), tokenKey),
  open: (accountId: number, sealed: string) => keys.unseal('token-key', String(accountId), sealed),
  isCurrent: (sealed: string) => keyIdOf(sealed) === keys.id,
})
