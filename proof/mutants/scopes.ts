/** What the goal M1 changes, folder by folder, and the folder whose tests have to notice. */
export interface Scope {
  /** Files and folders. */
  code: readonly string[]
  tests: string
}

export const scopes: readonly Scope[] = [
  { code: ['src/dashboard/features/banned-ips/ranges'], tests: 'src/dashboard/features/banned-ips' },
  { code: ['src/jobs/deletion'], tests: 'src/jobs' },
  {
    code: ['src/contract/settings-derive.ts', 'src/contract/values.ts', 'src/contract/client.ts', 'src/contract/saving'],
    tests: 'src/contract',
  },
  { code: ['src/dashboard/platform/saving'], tests: 'src/dashboard/platform/saving' },
  { code: ['src/analysis'], tests: 'src/analysis' },
  { code: ['src/contract/workspace/rights.ts', 'src/contract/workspace/reduced.ts'], tests: 'src/contract' },
  { code: ['src/gateway/session'], tests: 'src/gateway/session' },
  { code: ['src/gateway/forward'], tests: 'src/gateway/forward' },
  { code: ['src/gateway/workspace/presets'], tests: 'src/gateway/workspace/presets' },
  { code: ['src/gateway/workspace/rules'], tests: 'src/gateway/workspace/rules' },
]
