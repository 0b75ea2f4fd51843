import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { boolean, itemResponse, text, wireBoolean, wireText } from './values.ts'

export const Social = z.object({ social: wireBoolean, networkOneLink: wireText, networkTwoName: wireText })
export type Social = z.output<typeof Social>

export const socialRead = endpoint('GET /social', 'social.read', 'Read the social settings of all group chats', {
  response: itemResponse(Social),
})

export const socialUpdate = endpoint('PUT /social', 'social.write', 'Change the social settings of all group chats', {
  description: '`social` defaults to true.',
  body: z.object({ social: z._default(boolean, true), networkOneLink: z.optional(text(2000)), networkTwoName: z.optional(text(200)) }),
})
