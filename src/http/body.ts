import { bodyLimit } from 'hono/body-limit'
import { maxRequestBytes } from '#contract/values.ts'
import { tooLarge } from './refusal.ts'

/** Refuses a body above the limit: by its stated length where it has one, else as soon as more has arrived. */
export const limitBody = bodyLimit({
  maxSize: maxRequestBytes,
  onError: () => {
    throw tooLarge()
  },
})

/** The media type of a Content-Type header in lower case, without its parameters. */
export const mediaType = (contentType: string | null | undefined) => contentType?.split(';')[0]?.trim().toLowerCase()
