import { keyIdOf, type Keys } from './seal.ts'

/** Seals the token keys of our own service's accounts, each for its account. */
export const tokenKeySeal = (keys: Keys) => ({
  seal: (accountId: number, tokenKey: string) => keys.seal('token-key', String(accountId), tokenKey),
  open: (accountId: number, sealed: string) => keys.unseal('token-key', String(accountId), sealed),
  isCurrent: (sealed: string) => keyIdOf(sealed) === keys.id,
})
