import { type Hash, createHash } from 'node:crypto'
import { type EncodedBody, compress } from './compress.ts'

type ReadResponse = { headers: Record<string, string> } & ({ status: 200; body: EncodedBody['body'] } | { status: 304; body: null })

/**
 * The response to a successful read: 304 without a body where the client already has this answer (If-None-Match), else the JSON, compressed if the
 * client accepts that. In parts, because our service and the gateway build responses in different ways.
 */
export async function readResponse(request: Headers, text: string, etag: string): Promise<ReadResponse> {
  if (namesEtag(request.get('if-none-match'), etag)) return notModified(etag)
  const { body, headers } = await compress(text, request.get('accept-encoding'))
  return {
    status: 200,
    body,
    headers: { ...headers, 'content-type': 'application/json', etag: 'content-encoding' in headers ? weak(etag) : etag },
  }
}

export const notModified = (etag: string): Extract<ReadResponse, { status: 304 }> => ({
  status: 304,
  body: null,
  headers: { vary: 'accept-encoding', etag },
})

/** Entity tags (RFC 9110, 8.8.3) are hashes of the content, so equal answers have equal tags, from any process. */
export const contentHash = (): Hash => createHash('sha256')

/** The tag of a hashed body; weak, because it is that of the compressed body too. */
export const etagFrom = (hash: Hash): string => `W/"${digest(hash)}"`
export const etagOf = (text: string): string => etagFrom(contentHash().update(text))

/**
 * A strong tag of two parts: the version of what a change is based on (If-Match), and a hash of the whole content, which also includes what changes
 * by itself.
 */
export const versionedEtag = (version: string, text: string): string => `"${version}.${digest(contentHash().update(text))}"`

/** The version in a tag of versionedEtag() or an earlier release, in quotation marks; any other text as it is, without W/. */
export const versionIn = (etag: string): string => etag.replace(/^W\//, '').replace(/^("[^".]*)\.[^"]*"$/, '$1"')

/** 132 bits. */
const digest = (hash: Hash) => hash.digest('base64url').slice(0, 22)

const opaqueTag = /"[!#-~\u0080-\u00FF]*"/g

/** Whether If-None-Match names the tag, by weak comparison. `*` names every tag. */
export function namesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  return ifNoneMatch.trim() === '*' || Boolean(ifNoneMatch.match(opaqueTag)?.some((tag) => tag === etag.replace(/^W\//, '')))
}

/** For a body that is compressed: a strong tag belongs to the bytes, a weak one to what they say. */
const weak = (etag: string): string => (etag.startsWith('W/') ? etag : `W/${etag}`)
