/** Patterns of secrets. Each has an invented example that a scan must find, built from pieces so that the scan does not find it in this file. */

interface Pattern {
  name: string
  shape: RegExp
  example: string
}

const letters = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'
const long = letters + letters.split('').toReversed().join('')
const digits = '0123456789'
const hex = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'
const capitals = 'ABCDEFGH2345WXYZ'
const mixedCase = 'abcdefghijKLMNOPQRSTuvwxyzABCDEFGH'
const key = 'KEY'
const file = 'File'
const token = 'Token'

export const patterns: readonly Pattern[] = [
  { name: 'our own token', shape: /\brk_[\w-]{43}\b/, example: `rk_${long.slice(0, 43)}` },
  {
    name: 'private key',
    shape: /-----BEGIN (?:RSA |EC |DSA |OPENSSH |ENCRYPTED |PGP )?PRIVATE KEY/,
    example: `-----BEGIN RSA PRIVATE ${key}-----`,
  },
  { name: 'key file of PuTTY', shape: /PuTTY-User-Key-File-\d/, example: `PuTTY-User-Key-${file}-3` },
  { name: 'JSON Web Token', shape: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/, example: `eyJ${letters}.eyJ${letters}.${letters}` },
  {
    name: 'password in an address',
    shape: /\b[a-z][a-z+]{2,}:\/\/[^\s/:@'"`$<{]+:([^\s/:@'"`$<{]{6,})@/,
    example: `https://ada:${letters.slice(0, 12)}@db.internal`,
  },
  { name: 'bearer header', shape: /\bBearer [\w~+/-]{32,}/, example: `Bearer ${letters}AB` },
  { name: 'basic header', shape: /\bBasic [\w+/]{20,}={0,2}/, example: `Basic ${letters}==` },
  {
    name: 'assigned secret',
    shape: /(?:secret|passw(?:or)?d|api_?key|access_?token)["']?\s*[:=]\s*["'][\w+/=-]{20,}["']/i,
    example: `api_key = '${letters}'`,
  },
  { name: 'AWS key id', shape: /\b(?:AKIA|ASIA|AGPA|AROA)[A-Z0-9]{16}\b/, example: `AKIA${capitals}` },
  { name: 'AWS secret', shape: /aws.{0,20}["'][\w+/]{40}["']/i, example: `aws_secret = '${long.slice(0, 40)}'` },
  { name: 'Azure storage', shape: /AccountKey=[\w+/]{60,}/, example: `AccountKey=${long}` },
  { name: 'Google key', shape: /\bAIza[\w-]{35}/, example: `AIza${long.slice(0, 35)}` },
  { name: 'Google secret', shape: /\bGOCSPX-[\w-]{24,}/, example: `GOCSPX-${letters}` },
  { name: 'Google service account', shape: /"private_key_id":\s*"[0-9a-f]{40}"/, example: `"private_key_id": "${hex}${hex.slice(0, 8)}"` },
  { name: 'GitHub', shape: /\bgh[oprsu]_[A-Za-z0-9]{36}/, example: `ghp_${long.slice(0, 36)}` },
  { name: 'GitHub, fine-grained', shape: /\bgithub_pat_\w{40,}/, example: `github_pat_${long}` },
  { name: 'GitLab', shape: /\bglpat-[\w-]{20}/, example: `glpat-${letters}` },
  { name: 'npm', shape: /\bnpm_[A-Za-z0-9]{36}/, example: `npm_${long.slice(0, 36)}` },
  { name: 'npm configuration', shape: /_auth(?:Token)=\S{8,}/, example: `_auth${token}=${letters}` },
  { name: 'PyPI', shape: /\bpypi-[\w-]{40,}/, example: `pypi-${long}` },
  { name: 'Docker Hub', shape: /\bdckr_pat_[\w-]{20,}/, example: `dckr_pat_${letters}` },
  { name: 'Slack', shape: /\bxox[abeoprs]-[\w-]{20,}/, example: `xoxb-${letters}` },
  {
    name: 'Slack hook',
    shape: /hooks\.slack\.com\/services\/\w+\/\w+\/\w+/,
    example: `hooks.slack.com/services/T${digits}/B${digits}/${letters}`,
  },
  {
    name: 'Discord hook',
    shape: /discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/,
    example: `discord.com/api/webhooks/${digits}/${letters}`,
  },
  { name: 'Telegram', shape: /\b\d{8,10}:AA[\w-]{33}/, example: `${digits}:AA${long.slice(0, 33)}` },
  { name: 'Stripe', shape: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{20,}/, example: `sk_live_${letters}` },
  { name: 'Twilio', shape: /\bSK[0-9a-f]{32}\b/, example: `SK${hex}` },
  { name: 'SendGrid', shape: /\bSG\.[\w-]{20,}\.[\w-]{20,}/, example: `SG.${letters}.${letters}` },
  { name: 'Mailgun', shape: /\bkey-[0-9a-f]{32}\b/, example: `key-${hex}` },
  { name: 'DigitalOcean', shape: /\bdo[opr]_v1_[0-9a-f]{64}/, example: `dop_v1_${hex}${hex}` },
  { name: 'Shopify', shape: /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/, example: `shpat_${hex}` },
  { name: 'services of models', shape: /\bsk-(?:ant-|proj-)?[\w-]{32,}/, example: `sk-proj-${long}` },
  { name: 'Hugging Face', shape: /\bhf_[A-Za-z]{30,}/, example: `hf_${mixedCase}` },
]

/**
 * Whether a word looks random: lower-case and upper-case letters and digits, with well over four bits of entropy per character.
 * Hexadecimal text does not reach that; for it the patterns and the preceding word must suffice.
 */
export function isRandom(word: string): boolean {
  if (!/[a-z]/.test(word) || !/[A-Z]/.test(word) || (word.match(/\d/g) ?? []).length < 3) return false
  const counts = new Map<string, number>()
  for (const letter of word) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const bits = [...counts.values()].reduce((sum, count) => sum - (count / word.length) * Math.log2(count / word.length), 0)
  return bits >= 4.4
}

export const mixed = /(?<![\w+/-])[\w+/-]{40,}={0,2}/g
