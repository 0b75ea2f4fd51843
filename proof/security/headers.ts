import { gatewayPaths, pageHeader } from '#contract/session.ts'
import { openDatabase } from '#db/open.ts'
import type { Tables } from '#service/tables.ts'
import { withProduct, type Given } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { parsePolicy, scoreOf, type Score } from './observatory.ts'

/** S1 and S2: the headers of the running product as a browser gets them through a proxy with TLS. Needs a build. */

const answers = 1000

async function main({ product: { address }, folder, token }: Given): Promise<void> {
  await gatewayScores(address, token, folder)
  await policies(address)
}

/** Requests of a browser, of a foreign page and of our own page, including some that fail. */
async function gatewayScores(address: string, token: string, folder: string): Promise<void> {
  const page = await get(address, '/')
  const asset = /\/assets\/[^"]+\.js/.exec(page.html)![0]
  const scores: Record<string, Score> = {}
  for (const path of [
    '/',
    asset,
    gatewayPaths.session,
    '/bff/api/account',
    '/api/account',
    '/assets/none.js',
    '/bff/none',
    '/healthz',
    '/openapi.json',
  ])
    scores[path] = await scoreAt(address, path)
  const signIn = await get(address, gatewayPaths.session, {
    method: 'POST',
    headers: { [pageHeader.name]: pageHeader.value, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token }),
  })
  if (signIn.status !== 200) throw new Error(`Sign-in answered ${signIn.status}`)
  scores['sign-in with its cookie'] = scoreOf({ ...signIn, plainHttp: 'nothing' })
  const cookie = signIn.headers.getSetCookie()[0]!.split(';')[0]!
  const withData = await get(address, '/chats', { headers: { cookie } })
  if (!withData.html.includes('id="page-data"')) throw new Error('A page that was opened with a session contains no data')
  scores['/chats with its data'] = scoreOf({ ...withData, plainHttp: 'nothing' })
  scores['status 500'] = await scoreAfterFailure(address, folder, cookie)
  console.table(Object.fromEntries(Object.entries(scores).map(([name, { score, grade, parts }]) => [name, { score, grade, ...parts }])))
  const all = Object.values(scores)
  const least = Math.min(...all.map(({ score }) => score))
  const withCookie = scores['sign-in with its cookie'].score
  const reached = least >= 145 && withCookie >= 155 && all.every(({ grade }) => grade === 'A+')
  figure(
    'S1',
    reached,
    `gateway: ${least} and ${scores['/']!.grade} on each of ${all.length} kinds of answers, ${withCookie} where it sets the cookie`,
  )
}

const scoreAt = async (address: string, path: string, init?: Init) => scoreOf({ ...(await get(address, path, init)), plainHttp: 'nothing' })

/** A table of the database is missing, which leads to an internal error. */
async function scoreAfterFailure(address: string, folder: string, cookie: string): Promise<Score> {
  const database = openDatabase<Tables>({ folder })
  await database.query.schema.dropTable('session').execute()
  await database.close()
  const failure = await get(address, '/bff/api/account', { headers: { cookie } })
  if (failure.status !== 500) throw new Error(`Instead of 500 it answered ${failure.status}`)
  return scoreOf({ ...failure, plainHttp: 'nothing' })
}

/** S2: the policies of pages, and whether each has its own nonce. */
async function policies(address: string): Promise<void> {
  const nonces = new Set<string>()
  const shapes = new Set<string>()
  for (let time = 0; time < answers; time++) {
    const { headers, html } = await get(address, '/')
    const policy = headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([\w+/]{22}==)'/.exec(policy)?.[1] ?? ''
    // The nonce must also be in the page.
    if (nonce && html.includes(nonce)) nonces.add(nonce)
    shapes.add(nonce ? policy.replaceAll(nonce, '…') : policy)
  }
  const strict = [...shapes].every((shape) => isStrict(shape))
  figure('S2', strict && nonces.size === answers, `${strict ? 'strict' : 'NOT STRICT'} policy, ${nonces.size} nonces in ${answers} answers`)
}

function isStrict(policy: string): boolean {
  const wanted = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'nonce-…'",
    'connect-src': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default',
  }
  const directives = parsePolicy(policy)
  return !policy.includes('unsafe') && Object.entries(wanted).every(([name, sources]) => directives.get(name)?.join(' ') === sources)
}

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** What a proxy with TLS passes on from a browser. fetch sends the Host of the address, so the page's origin is that of the address too. */
async function get(address: string, path: string, init: Init = {}) {
  const throughTls = { 'x-forwarded-proto': 'https', origin: address.replace('http:', 'https:') }
  const answer = await fetch(address + path, { ...init, headers: { ...throughTls, ...init.headers } })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, html: answer.headers.get('content-type')?.startsWith('text/html') ? text : '' }
}

await withProduct([], main)
