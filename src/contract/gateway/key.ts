import { z } from 'zod/mini'

/** The id of what the gateway keeps: a person, a passkey, a rule. */
export const key = z.string().check(z.regex(/^[\w-]{1,64}$/))
