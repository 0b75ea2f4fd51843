import { builtInPresets } from '#contract/presets/built-in.ts'
import { Preset } from '#contract/presets/preset.ts'
import type { StoredRecord } from '#contract/workspace/records.ts'
import type { OwnCommand } from './own-command.ts'
import { UsageError } from './usage-error.ts'

/** Those of the account, and those built in that the account has not replaced. */
export const listPresets: OwnCommand = {
  summary: 'List the presets that can be turned on',
  right: 'presets.use',
  isWrite: false,
  fields: [],
  run: async ({ connection: { target, workspace } }) => {
    if (!target.isScoped) throw new UsageError('This needs a scoped token, which an Owner creates in the dashboard (Account → Team).')
    const data: StoredRecord[] = []
    let after: string | null | undefined
    while (after !== null) {
      const page = await workspace('recordList', { params: { kind: 'presets' }, query: after === undefined ? {} : { after } })
      data.push(...page.data)
      after = page.next
    }
    const stored = new Map(data.flatMap(({ key, value }) => (Preset.safeParse(value).success ? [[key, Preset.parse(value)] as const] : [])))
    const presets = new Map<string, Preset>([...Object.entries(builtInPresets), ...stored])
    const rows = [...presets].map(([id, { name, description, minutes, values }]) => ({ id, name, description, minutes, values }))
    return { outcome: 'done', data: rows, columns: ['id', 'name', 'minutes', 'description'] }
  },
}
