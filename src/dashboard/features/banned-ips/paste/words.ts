/** What the words beside an address mean in firewall rules, configurations and block lists. */

const allowing =
  'allow allowed allowlist accept accepted permit permitted pass nomatch ignoreip ignore whitelist whitelisted trust trusted safe exempt return bypass unban unblock'
const denying = 'deny denied denyip block blocked blocklist drop dropped reject rejected refuse tarpit ban banned banip blacklist blackhole'
/** They say where a rule stands or what it is about, and nothing about the address. */
const neutral =
  'from in input ip ip4 ipv4 inet host src saddr source sourceip address addr on log quick proto protocol port tcp udp add insert append ufw rule family element access-list standard extended remote_ip remoteip set create name table route'
const negating = 'not except unless without !='

type Meaning = 'allow' | 'deny' | 'neutral' | 'not'
const meanings = new Map<string, Meaning>(
  Object.entries({ allow: allowing, deny: denying, neutral, not: negating }).flatMap(([meaning, words]) =>
    words.split(' ').map((word) => [word, meaning as Meaning] as const),
  ),
)

/** null for a word that is not known. */
export const meaningOf = (word: string): Meaning | null => meanings.get(word.toLowerCase()) ?? null
