import { gatewayPaths, identityHeader, pageHeader, Session } from '#contract/session.ts'
import type { Product } from '../e2e/support/product.ts'

/** Signs in with the token of an account. Resolves to the headers that our page sends from then on. */
export async function signIn({ address }: Product, token: string): Promise<Record<string, string>> {
  const headers = { [pageHeader.name]: pageHeader.value, 'content-type': 'application/json', origin: address }
  const answer = await fetch(address + gatewayPaths.session, { method: 'POST', headers, body: JSON.stringify({ token }) })
  const session = Session.parse(await answer.json())
  if (!session.signedIn) throw new Error('The sign-in failed')
  return { ...headers, cookie: cookieOf(answer), [identityHeader]: session.identity }
}

/** Enters the token again, for what needs it. Resolves to the headers from then on. */
export async function confirmToken({ address }: Product, token: string, headers: Record<string, string>): Promise<Record<string, string>> {
  const answer = await fetch(address + gatewayPaths.confirm, { method: 'POST', headers, body: JSON.stringify({ token }) })
  if (!answer.ok) throw new Error(`The token was not confirmed: ${await answer.text()}`)
  return { ...headers, cookie: cookieOf(answer) }
}

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
