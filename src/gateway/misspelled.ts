/** The variables that the server reads; docs/configuration.md explains them. */
export const variables = `HOST PORT DATA_DIR DATABASE_URL BACKUP_DIR MIGRATION_BACKUP CHAT_API_TOKEN CHAT_API_URL CHAT_API_MAX_MIB
  ORIGIN OIDC_ISSUER OIDC_CLIENT_ID OIDC_CLIENT_SECRET SESSION_KEY_FILE OLD_SESSION_KEY_FILE FORGET_TEAM_TOKENS RATE_LIMIT SIGN_IN_LIMIT
  TRUSTED_PROXIES LOG_LEVEL AUDIT_MESSAGE_TEXTS AUDIT_RETENTION_DAYS SMTP_URL MAIL_FROM NOTIFY_HOSTS DEMO DEMO_WAVE
  METRICS_PORT METRICS_HOST METRICS_TOKEN`.split(/\s+/)

/** Variables that are set and ignored, and almost have the name of one that is read. */
export function misspelled(env: NodeJS.ProcessEnv): { name: string; meant: string }[] {
  const known = new Set(variables)
  return Object.keys(env)
    .filter((name) => !known.has(name))
    .flatMap((name) =>
      variables
        .filter((variable) => isAlmost(name, variable))
        .slice(0, 1)
        .map((meant) => ({ name, meant })),
    )
}

/** Short names are not compared: HOME is almost HOST. */
function isAlmost(name: string, variable: string): boolean {
  const most = variable.length >= 12 ? 3 : variable.length >= 7 ? 2 : 0
  return Math.abs(name.length - variable.length) <= most && distance(name, variable) <= most
}

/** The number of characters to insert, remove or replace (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}
