import { expect, test } from 'vitest'
import { RuleCondition } from '#contract/rules/rule.ts'
import { conditionRows } from './conditions.ts'

test.each(RuleCondition.def.options.map((option) => [option.def.shape.kind.def.values[0]!, Object.keys(option.def.shape)] as const))(
  'the editor draws every part of the condition %s',
  (kind, parts) => {
    const boxes = conditionRows[kind].sentence.flatMap((part) => (typeof part === 'object' ? [part.name] : []))
    expect(new Set(['kind', ...boxes])).toEqual(new Set(parts))
  },
)
