import type { Goal } from './goal.ts'

/** Security. */
export const securityGoals: readonly Goal[] = [
  {
    id: 'S1',
    goal: 'Headers',
    target: 'own scorer A+ and ≥ 145 on BFF (150 expected, 155 counting the sign-in cookie)',
    commands: ['npx tsx proof/security/headers.ts'],
    control: 'Without Cross-Origin-Opener-Policy the gateway had 140',
  },
  {
    id: 'S2',
    goal: 'CSP: none by default, self scripts, style self + nonce, no ’unsafe-*’, framing none, Trusted Types `default` that refuses `<`',
    target: '0 violations over the whole e2e run (a violation fails the test); nonce fresh in 1,000 of 1,000 answers',
    commands: [
      'npx tsx proof/security/headers.ts',
      'npx playwright test --project=security policy',
      'npx playwright test --project=journeys --project=long-sessions --project=faults --project=access',
    ],
    control:
      'With one nonce for all: 1 nonce in 1,000 answers; with none in the policy: not strict. A listener that fails every e2e test reports each policy violation in the browser',
  },
  {
    id: 'S3',
    goal: 'Script in data: 120 payloads x 20 text fields (message, userName, image, question, terms link, welcome text...)',
    target: '0 scripts run, 0 outside requests, 0 dialogs; lint bans dangerouslySetInnerHTML, eval, innerHTML',
    commands: ['npx playwright test --project=security hostile', 'npx vitest run --project unit src/architecture.test.ts'],
    control:
      'With names rendered as markup: Trusted Types refused them and the messages page broke; without the policy of the page too, handlers in the texts ran and navigated away. The proof failed both times',
  },
  {
    id: 'S4',
    goal: 'No beacons: moderator’s browser talks only to our origin',
    target:
      '0 other hosts in the e2e log; remote pictures off; on request through our proxy (https, raster only, ≤ 1 MiB, 5 s, no redirects, no private addresses after DNS, no cookies)',
    commands: ['npx playwright test --project=security hostile', 'npx vitest run --project unit src/gateway/images'],
    control:
      'With names rendered as markup and no policy, the browser requested pictures, videos, styles and frames from evil.example: failed',
  },
  {
    id: 'S5',
    goal: 'Links in messages',
    target:
      'http(s) only, new tab, noopener + noreferrer, host shown first; bidi controls made visible; next after login only a local path (40 bypass strings, 0 pass)',
    commands: [
      'npx playwright test --project=security hostile',
      'npx vitest run src/dashboard/platform/to.test.ts src/engine/analysis/visible-text.test.ts',
    ],
    control: 'With javascript: accepted as a link, every link assumed to name its host and the check of next removed, 10 tests failed',
  },
  {
    id: 'S6',
    goal: 'Export',
    target:
      'CSV quoting; cells starting = + - @ tab CR (also full-width forms) get a quote mark; 500 fuzzed cells: 0 live formulas, 0 shifted columns',
    commands: ['PROOF=1 npx vitest run --project dashboard src/dashboard/app/csv-exports.test.ts src/dashboard/ui/format/csv.test.ts'],
    control: 'Without the guard against formulas, all 5 exports failed, with =HYPERLINK(...) as the counterexample',
  },
  {
    id: 'S7',
    goal: 'Token never leaks',
    target:
      'canary token: 0 hits in URL, storage, DOM, history, Referer, console, logs, traces, error bodies, built files; tokenKey dropped by the BFF and by the parser',
    commands: ['npx playwright test --project=security canary'],
    control:
      'With the token key left in answers about the account: found in all of them and in the recording. Each run also plants all three secrets in the browser and finds them',
  },
  {
    id: 'S8',
    goal: 'CSRF and cross-origin',
    target: '12 forged shapes x 27 routes x (same-site, cross-site): 0 effects (8 of 8 stopped in the prototype); CORS off',
    commands: ['npx playwright test --project=security forgery', 'PROOF=1 npx vitest run --project unit src/gateway/server/csrf.test.ts'],
    control:
      'Without the check of the origin, a page on another port created chats, polls and bans, posted messages and deleted them. In each run the same requests take effect when our own page sends them',
  },
  {
    id: 'S9',
    goal: 'BFF as proxy',
    target:
      'only 27 method + path shapes, ids as digits; //, .., %2e, %2f, \\, CRLF, host tricks: 200 strings, 0 reach another path or host; no redirects followed; caps on time (15 s) and size (CHAT_API_MAX_MIB)',
    commands: [
      'PROOF=1 npx vitest run --project unit src/gateway/forward/path-tricks.test.ts src/gateway/forward/upstream.test.ts src/gateway/forward/forward.test.ts',
    ],
    control: 'With the path forwarded as received instead of rebuilt, 169 of 207 strings got through',
  },
  {
    id: 'S10',
    goal: 'Access control on our service',
    target:
      'matrix of 27 routes x (none, bad, expired, revoked, other account, own): 0 wrong answers; same body for "not yours" and "not there"; extra fields such as id, hash, plan, currency refused or ignored, never stored',
    commands: [
      'PROOF=1 npx vitest run --project service src/service/access.test.ts',
      'npx vitest run --project service src/service/rules.test.ts',
    ],
    control:
      'Without the account in the query for chats, 44 of 168 were correct. With the limits of ids and bytes one higher, 3 tests of limits failed; with a schema that passes unknown fields, 7 of 10 bodies stored one',
  },
  {
    id: 'S11',
    goal: 'Sessions',
    target:
      '256-bit id stored hashed; upstream token sealed (AES-256-GCM, key file 0600); idle 30 min, absolute 12 h; logout kills it on the server in 1 call; fixation test; fresh token entry (≤ 5 min) before delete all, delete chat, currency, account e-mail',
    commands: ['npx vitest run --project unit src/gateway/session src/gateway/forward/step-up.test.ts'],
    control:
      'With the id stored unhashed, 31 minutes instead of 30, sign-out and sign-in that keep the old session, and irreversible actions without a fresh token: 20 tests failed, at least one for each of these',
    remark:
      'a session kept signed in on a device lasts 24 hours unused and 7 days in all; irreversible actions require the token there too',
  },
  {
    id: 'S12',
    goal: 'Token guessing and rate limits',
    target:
      '10 failed sign-ins a minute per address -> 429; constant-time compare; limits per token and route; X-Forwarded-For only from listed proxies',
    commands: [
      'npx vitest run --project unit src/gateway/server/attempt-limiter.test.ts src/gateway/session/sign-in src/gateway/server/trusted-proxies.test.ts src/gateway/server/request-context.test.ts',
      'npx vitest run --project service src/service/app.test.ts src/service/accounts/accounts.test.ts',
    ],
    control:
      'With failures not counted, 1 test of sign-ins failed; without the limit of the costly routes, 1 of the service; with X-Forwarded-For trusted from everyone, 8',
  },
  {
    id: 'S13',
    goal: 'SQL and paths',
    target:
      '0 string-built SQL (lint); sqlmap-style 300 payloads: 0 errors, 0 delays > 1 s; static files only by known extension, no maps, no listing, 404 not index.html for /assets',
    commands: [
      'npx vitest run --project unit src/sql.test.ts src/gateway/server/app-files.test.ts',
      'PROOF=1 npx vitest run --project service src/service/injection.test.ts',
    ],
    control: 'With one statement built from text, the lint named it, and a quotation mark was answered with 500',
  },
  {
    id: 'S14',
    goal: 'Dependencies',
    target:
      'npm audit 0 at moderate or above where it answers (where it answers 405: report "not run", never "0"); lock file: every entry sha512 and from the npm registry, install scripts listed and justified, release age ≥ 7 days, ≤ 40 direct, run-time ≤ 120 in all; CycloneDX list',
    commands: ['npx tsx proof/security/supply.ts --ages hono @hono/node-server libsql pg react-router-dom'],
    control: 'A lock file with one SHA-1, one entry from another registry and one more install script: each was named',
    remark:
      'The limit of 40 direct dependencies was set for the first version. The 21 since then are passkeys, company sign-in, e-mail, regular expressions in linear time, metrics, traces, the tools for assistants, mutants, and what their tests need; docs/decisions.md has the reasons.',
  },
  {
    id: 'S15',
    goal: 'Secrets',
    target: '0 in tree, history, bundle, image, logs (own 30-pattern scan + entropy); no default token: made at first start, shown once',
    commands: ['npx tsx proof/security/secrets.ts'],
    control:
      'Each run plants a key for every pattern in a tree, in a commit that a later one reverts, and in a built file, and finds them all. The first run found a token in a log line, pasted where an id belongs; such values are now truncated there',
  },
  {
    id: 'S16',
    goal: 'Errors and logs',
    target: 'generic text + request id; tokens masked; CR/LF escaped; sign-ins, refusals and deletions logged with who, when, route, count',
    commands: [
      'npx vitest run --project unit src/gateway/logging.test.ts',
      'npx vitest run --project service src/gateway/main.test.ts src/service/app.test.ts',
    ],
    control: 'Without the log line for refusals of the service, 2 tests of the log failed',
    remark: 'the log line for deleting a chat or all its messages says which chat and by whom, not how many messages there were',
  },
]
