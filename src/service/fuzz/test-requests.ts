import fc, { type Arbitrary } from 'fast-check'
import type { z } from 'zod/mini'
import { api, apiNames } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { valuesOf } from './test-values.ts'

/** A request relative to where the API is mounted. `{chat3}` in the path stands for an existing chat. */
export interface Shot {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  /** The mutation; '' for a request that matches the contract. */
  bent: string
}

interface Parts {
  endpoint: Endpoint
  params: Record<string, string>
  query: [string, string][]
  body: unknown
}

/** Requests to every endpoint, most of them with one or two mutations. */
export const requests: Arbitrary<Shot> = fc.oneof(...apiNames.map((name) => partsOf(api[name]))).chain((parts) => {
  const straight = shotOf(parts)
  const ways = fc.oneof(
    pathWays,
    queryWays,
    headerWays,
    ...(straight.body === undefined ? [] : [fieldWays(parts.body), fieldWays(parts.body), bodyWays]),
  )
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(straight) },
    { weight: 5, arbitrary: ways.map((way) => way(straight)) },
    { weight: 1, arbitrary: fc.tuple(ways, ways).map(([one, other]) => other(one(straight))) },
  )
})

/** Mutates a request. */
type Way = (shot: Shot) => Shot

const bend =
  (bent: string, change: (shot: Shot) => Partial<Shot>): Way =>
  (shot) => ({ ...shot, ...change(shot), bent: [shot.bent, bent].filter(Boolean).join(', ') })

function partsOf(endpoint: Endpoint): Arbitrary<Parts> {
  const of = (schema: z.ZodMiniType | undefined) => (schema ? valuesOf(schema) : fc.constant(undefined))
  return fc.tuple(of(endpoint.params), of(endpoint.query), of(endpoint.body), fc.nat(9)).map(([params, query, body, chat]) => ({
    endpoint,
    params: { ...strings(params), ...(endpoint.path.includes('{chatId}') && { chatId: `{chat${chat}}` }) },
    query: Object.entries(strings(query)),
    body,
  }))
}

const strings = (values: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

const shotOf = ({ endpoint, params, query, body }: Parts): Shot => ({
  method: endpoint.method,
  path:
    endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = params[name] ?? ''
      return name === 'chatId' ? value : encodeURIComponent(value)
    }) + (query.length ? `?${new URLSearchParams(query)}` : ''),
  headers: endpoint.body ? { 'content-type': 'application/json' } : {},
  body: endpoint.body ? JSON.stringify(body) : undefined,
  bent: '',
})

/** Values as JSON text: no serializer would write some of them. */
// oxfmt-ignore
const nasty = fc.constantFrom(
  'null', 'true', '0', '-1', '1.5', '1e400', '-1e400', '9007199254740993', '99999999999999999999999999', '""', '" "', '[]', '{}', '[[]]',
  String.raw`"a\u0000b"`, String.raw`"\ud800"`, String.raw`"x\udc00y"`, String.raw`"\u202e\u200f\ufeff"`, '"__proto__"', '"constructor"',
  `"${'€'.repeat(699)}xxxx"`, `"${'x'.repeat(2001)}"`, `"${'x'.repeat(100_000)}"`, `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '{"__proto__":{"status":true}}', '{"toString":1}', '{"length":3}', `"' or 1=1 --"`, '"$1"', '"%s%n"', '"../../etc/passwd"', '"010.0.0.1"',
  // The first length still fits into a body, the second does not.
  ...[500_000, 1_000_000].flatMap((bytes) =>
    ['a@', '@', ' ', 'é', '1.'].map((filling) => JSON.stringify(filling.repeat(bytes / Buffer.byteLength(filling)))),
  ),
  '"256.1.1.1"', '"::1"', '"0x7f.1"', '{"$gt":""}', '"\\r\\nset-cookie: a=b"', 'NaN', 'undefined', '1e', '01', '"open',
)

function fieldWays(body: unknown): Arbitrary<Way> {
  if (Array.isArray(body)) return listWays
  const names = Object.keys(body ?? {})
  const name = fc.constantFrom(...names, '__proto__', 'constructor', 'id', 'hash', 'plan', 'currency', 'toString', 'x', '')
  const set = fc.tuple(name, nasty).map(([field, value]) =>
    bend(`${field} = ${value.slice(0, 40)}`, ({ body: text = '{}' }) => ({
      body: withField(text, field, value),
    })),
  )
  const drop = name.map((field) => bend(`without ${field}`, ({ body: text = '{}' }) => ({ body: withField(text, field) })))
  return fc.oneof({ weight: 5, arbitrary: set }, { weight: 1, arbitrary: drop })
}

/** A body that is no longer valid JSON is left unchanged. */
function withField(text: string, field: string, value?: string): string {
  try {
    const object: unknown = JSON.parse(text)
    if (typeof object !== 'object' || object === null) return text
    const rest = Object.entries(object).filter(([name]) => name !== field)
    const members = rest.map(([name, held]) => `${JSON.stringify(name)}:${JSON.stringify(held)}`)
    return `{${[...members, ...(value === undefined ? [] : [`${JSON.stringify(field)}:${value}`])].join(',')}}`
  } catch {
    return text
  }
}

const listWays = fc.oneof(
  fc
    .constantFrom(0, 25, 26, 1000, 50_000)
    .map((count) => bend(`${count} ids`, () => ({ body: JSON.stringify(Array.from({ length: count }, (_, index) => index + 1)) }))),
  fc.constant(bend('one id 25 times', () => ({ body: JSON.stringify(Array.from({ length: 25 }, () => 1)) }))),
  fc
    .tuple(nasty, fc.nat(3))
    .map(([value, before]) => bend(`id ${value.slice(0, 40)}`, () => ({ body: `[${'1,'.repeat(before)}${value}]` }))),
)

// oxfmt-ignore
const bodyWays: Arbitrary<Way> = fc.oneof(
  nasty.map((body) => bend(`body ${body.slice(0, 40)}`, () => ({ body }))),
  fc.json({ maxDepth: 4 }).map((body) => bend('any JSON', () => ({ body }))),
  fc.constantFrom('', '\0', '{"name":', '\uFEFF{}', '{}{}', `{"a":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`, '['.repeat(50_000), `[${'0,'.repeat(99_999)}0]`, 'name=x')
    .map((body) => bend(`body ${body.slice(0, 20)}`, () => ({ body }))),
  fc.nat(200).map((length) => bend('a cut body', ({ body = '' }) => ({ body: body.slice(0, length) }))),
  fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16', 'application/jsonp', '*/*', ',')
    .map((type) => bend(type, ({ headers }) => ({ headers: { ...headers, 'content-type': type } }))),
  fc.constantFrom('gzip', 'br', 'deflate, gzip', 'identity', 'x')
    .map((coding) => bend(`says ${coding}`, ({ headers }) => ({ headers: { ...headers, 'content-encoding': coding } }))),
)

// oxfmt-ignore
const pathWays: Arbitrary<Way> = fc.oneof(
  fc.constantFrom(
    '0', '-1', '00', '01', '1.0', '1e3', '0x10', '999999999999999', '9007199254740993', '99999999999999999999', 'abc', '%00', '1%00', '%ff', '%', '%zz',
    '%2e%2e', '..', '.', '%2f', '1%2F2', '%5c', '__proto__', 'constructor', '%F0%9F%99%82', '%ed%a0%80', "1'--", '1;a=b', '1,2', '*', '1:2', ':', '%3A', '%0d%0aset-cookie:a=b', 'x'.repeat(3000), '١',
    '1'.repeat(15_500), '.'.repeat(15_500), '%2e'.repeat(5000), 'a/'.repeat(7700), '1.'.repeat(8192),
  ).map((id) => bend(`id ${id.slice(0, 20)}`, ({ path }) => ({ path: encodeURI(path.replace(/\{chat\d\}|\d+(?=[/?]|$)/, id)).replaceAll('%25', '%').replaceAll('%7B', '{').replaceAll('%7D', '}') }))),
  fc.constantFrom('010.0.0.1', '1.2.3', '1.2.3.4.5', '256.0.0.0', '0.0.0.0:255.255.255.255', '9.9.9.9:1.1.1.1', '1.1.1.1%3a2.2.2.2', '::', '1.1.1.1:', ':1.1.1.1', '0x1.1.1.1', '1.1.1.1%20')
    .map((ip) => bend(`ban ${ip}`, () => ({ method: 'DELETE', path: `/chats/{chat0}/banned-ips/${ip}`, body: undefined }))),
  fc.constantFrom('/', '//', '/x', '%2f', '/%2e', '.json', '?', '%3ffast=true')
    .map((end) => bend(`path${end}`, ({ path }) => ({ path: path.replace(/(?=\?|$)/, end) }))),
  // Within the 16 KiB that Node allows for the path and all headers.
  fc.constantFrom('.', '/', '%2e', '1.', ':', ' @', '%3A', '0').map((piece) =>
    bend(`a long path of ${piece}`, ({ path }) => ({ path: `${path.split('?')[0]}/${encodeURI(piece.repeat(Math.floor(12_000 / encodeURI(piece).length))).replaceAll('%25', '%')}/x` })),
  ),
  fc.constant(bend('upper case', ({ path }) => ({ path: path.replace(/^\/\w+/, (word) => word.toUpperCase()) }))),
)

// oxfmt-ignore
const queryWays: Arbitrary<Way> = fc.oneof(
  fc.constantFrom(
    'fast=true&fast=true', 'fast=false', 'fast', 'fast=true&limit=0', 'fast=true&limit=-1', 'fast=true&limit=999999999', 'fast=true&limit=1e3', 'fast=true&limit=NaN',
    'fast=true&from=999999999999&to=0', 'fast=true&from=-1', 'fast=true&from=1.5', 'fast=true&from=9999999999999', 'fast=true&reverse', 'fast=true&reverse=maybe', 'fast=true&next=',
    'fast=true&next=W10', 'fast=true&next=%00', 'fast=true&next=%ff', 'a=1&a=2', '__proto__=1&constructor=2', '%', '%zz=1', 'a[]=1', '&&&', '=', `x=${'y'.repeat(4000)}`, `fast=true&next=${'W'.repeat(15_500)}`, 'a=1&'.repeat(3800),
    `fast=true&next=${Buffer.from('[1,0,null,null,1e308,-1]').toString('base64url')}`,
  ).map((query) => bend(`?${query.slice(0, 40)}`, ({ path }) => ({ path: `${path.split('?')[0]}?${query}` }))),
  fc.tuple(fc.constantFrom('limit', 'from', 'to', 'reverse', 'next', 'fast', 'x'), fc.string({ unit: 'binary', maxLength: 20 })).map(([name, value]) =>
    bend(`?${name}`, ({ path }) => ({ path: `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams([[name, value]])}` })),
  ),
)

// oxfmt-ignore
const headerWays: Arbitrary<Way> = fc.oneof(
  fc.constantFrom('PATCH', 'HEAD', 'OPTIONS', 'PROPFIND', 'LOCK', 'TRACE', 'DELETE', 'GET', 'PUT', 'POST', 'SEARCH', 'PURGE')
    .map((method) => bend(method, () => ({ method }))),
  fc.constantFrom<Record<string, string>>(
    { 'x-large': 'x'.repeat(15_000) }, { 'x-too-large': 'x'.repeat(20_000) }, Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x-${index}`, 'y'])),
    { accept: 'text/html' }, { range: 'bytes=5-1' }, { 'if-match': '*' }, { 'x-http-method-override': 'DELETE' }, { 'x-forwarded-for': "1.1.1.1' or 1" }, { 'x-forwarded-proto': 'gopher' },
    { host: '' }, { host: 'a b' }, { host: 'evil.example:99999' }, { host: '[::1' }, { origin: 'null' }, { cookie: `a=${'b'.repeat(4000)}` }, { 'x-request-id': 'a\tb' }, { expect: 'x' },
    { authorization: '' }, { authorization: 'Bearer' }, { authorization: 'Basic YTpi' }, { authorization: `Bearer ${'x'.repeat(5000)}` }, { authorization: `Bearer rk_${"'".repeat(43)}` },
    { authorization: `Bearer${' '.repeat(12_000)}x y` }, { 'if-match': 'W/'.repeat(6000) }, { 'x-forwarded-for': '1,'.repeat(6000) }, { origin: 'https://'.repeat(1500) },
    { 'idempotency-key': 'x' }, { 'accept-language': '\u00FF' }, { te: 'trailers' }, { connection: 'close' },
  ).map((extra) => bend(`header ${Object.keys(extra)[0]}`, ({ headers }) => ({ headers: { ...headers, ...extra } }))),
)
