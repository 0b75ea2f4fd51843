/** Searches for secrets in what a test has stored, logged or recorded. */

export interface Secret {
  name: string
  value: string
}

/** Names of the secrets that a text or a file contains: as it is, escaped, in hexadecimal, or in Base64, which may have begun with something else. */
export const heldBy = (content: string | Buffer, secrets: readonly Secret[]): string[] =>
  secrets.filter(({ value }) => formsOf(value).some((form) => content.includes(form))).map(({ name }) => name)

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const inBase64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      // Without the characters that also hold bits of what stands before or after.
      .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)),
  )
  const inBase64Url = inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  const escaped = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]
  return [...new Set([secret, bytes.toString('hex'), ...inBase64, ...inBase64Url, ...escaped])]
}
