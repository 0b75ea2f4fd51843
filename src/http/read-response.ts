import { compress, type EncodedBody } from './compress.ts'
import { namesEtag, weak } from './etag.ts'

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
