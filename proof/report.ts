import type { Goal } from './goals/goal.ts'

/** What was measured of a goal, and on which day, commit and machine. */
export interface Row {
  reached: boolean
  measured: string
  when: string
}

const head = '| | goal | asked for | measured | | when |'
const verdicts = { true: 'reached', false: '**not reached**' } as const

/** The page of all goals as Markdown: what was measured, what measures it, and what was seen to turn it red. */
export function renderProof(goals: readonly Goal[], rows: ReadonlyMap<string, Row>): string {
  const measured = goals.map(({ id, goal, target, remark }) => {
    const row = rows.get(id)
    const words = [row?.measured ?? 'not measured', ...(remark ? [`Falls short: ${remark}`] : [])].join('. ')
    return line(id, goal, target, words, row ? verdicts[`${row.reached}`] : verdicts.false, row?.when ?? '')
  })
  const how = goals.map(({ id, commands, control }) =>
    line(id, commands.map((text) => `\`${text}\``).join('<br>') || 'none', control ?? 'none'),
  )
  return `# Proof

What the product is held to, and what was measured. \`npm run proof\` measures all of it and writes this page; \`npm run proof -- R19 S1\` measures some of it and leaves the rest as it stands.

${[...rows.values()].filter(({ reached }) => reached).length} of ${goals.length} goals are reached.

${[head, '|---|---|---|---|---|---|', ...measured].join('\n')}

## How it is measured, and how it goes red

A test that cannot fail proves nothing: each goal names what was taken away or broken once, in a copy, and what went red then.

${['| | command | seen red |', '|---|---|---|', ...how].join('\n')}
`
}

/** What an earlier page says of each goal. */
export function rowsOf(page: string): Map<string, Row> {
  const lines = page.slice(page.indexOf(head)).split('\n').slice(2)
  const end = lines.indexOf('')
  return new Map(
    lines.slice(0, Math.max(0, end)).flatMap((text): [string, Row][] => {
      const [, id = '', , , words = '', verdict = '', when = ''] = text.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
      if (when === '') return []
      return [[id, { reached: verdict === verdicts.true, measured: words.split('. Falls short: ')[0]!, when }]]
    }),
  )
}

const line = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
