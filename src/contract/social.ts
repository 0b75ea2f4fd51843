import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { boolean, doneResponse, itemResponse, text, wireBoolean, wireText } from './values.ts'

export const Social = z.object({ social: wireBoolean, networkOneLink: wireText, networkTwoName: wireText })
export type Social = z.output<typeof Social>

export const socialRead = endpoint({
  method: 'GET',
  path: '/social',
  summary: 'Read the social settings of all group chats',
  right: 'social.read',
  response: itemResponse(Social),
})

export const socialUpdate = endpoint({
  method: 'PUT',
  path: '/social',
  summary: 'Change the social settings of all group chats',
  right: 'social.write',
  description: '`social` defaults to true.',
  body: z.object({ social: z._default(boolean, true), networkOneLink: z.optional(text(2000)), networkTwoName: z.optional(text(200)) }),
  response: doneResponse,
})
