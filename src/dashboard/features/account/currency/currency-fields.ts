import { z } from 'zod/mini'
import { typedCode } from './currencies.ts'

/** What has to be given before the currency is set, which happens once. */
export const CurrencyFields = z
  .object({
    // Which codes the service takes is not documented (docs/assumptions.md row 17): anything that can be one.
    currency: z.string().check(z.refine((code) => typedCode(code) !== null, 'Choose a currency')),
    isRead: z.boolean().check(z.refine((isRead) => isRead, 'Confirm that you have read this')),
    typed: z.string(),
  })
  .check(
    z.refine(({ currency, typed }) => typed.trim() === currency, {
      path: ['typed'],
      error: ({ input }) => `Type ${(input as CurrencyFields).currency} to confirm`,
    }),
  )
export type CurrencyFields = z.output<typeof CurrencyFields>
