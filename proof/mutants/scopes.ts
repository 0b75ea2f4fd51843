export interface Scope {
  /** Files and folders. */
  code: readonly string[]
  /** The folders and files of the tests that judge. */
  tests: readonly string[]
}

/** The parts of the code that the goal M1 is about. */
export const scopes: readonly Scope[] = [
  {
    code: ['src/engine/bans', 'src/dashboard/features/banned-ips/ranges'],
    tests: ['src/engine/bans', 'src/dashboard/features/banned-ips'],
  },
  { code: ['src/engine/jobs/deletion'], tests: ['src/engine/jobs'] },
  {
    code: [
      'src/contract/settings-derive.ts',
      'src/contract/values.ts',
      'src/contract/client.ts',
      'src/engine/saving',
      'src/engine/changes',
    ],
    tests: ['src/contract', 'src/engine/saving', 'src/engine/changes'],
  },
  { code: ['src/dashboard/platform/saving'], tests: ['src/dashboard/platform/saving'] },
  { code: ['src/engine/analysis'], tests: ['src/engine/analysis'] },
  {
    code: ['src/contract/gateway/rights.ts', 'src/contract/gateway/reduced.ts'],
    tests: ['src/contract', 'src/gateway/forward', 'src/gateway/access/rights-table.test.ts'],
  },
  {
    code: ['src/gateway/session'],
    tests: [
      'src/gateway/session',
      'src/gateway/forward/step-up.test.ts',
      ...['team', 'team-keys', 'people', 'passkeys'].map((name) => `src/gateway/access/${name}.test.ts`),
    ],
  },
  { code: ['src/gateway/forward'], tests: ['src/gateway/forward', 'src/gateway/tokens'] },
  { code: ['src/gateway/presets'], tests: ['src/gateway/presets'] },
  { code: ['src/gateway/rules'], tests: ['src/gateway/rules'] },
]
