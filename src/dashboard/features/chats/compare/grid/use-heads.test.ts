import { expect, test } from 'vitest'
import { withSoftHyphens } from './use-heads.tsx'

test.each([
  ['Aurora Live · Backstage', 'Aurora Live · Backs-tage'],
  ['Tango para principiantes', 'Tango para prin-ci-pian-tes'],
  ['International', 'Inter-na-tio-nal'],
  ['Harbour', 'Harbour'],
  ['קפה ושיחה', 'קפה ושיחה'],
  ['Достопримечательности', 'Достопримечательности'],
])('%s', (name, broken) => {
  expect(withSoftHyphens(name).replaceAll('\u00AD', '-')).toBe(broken)
})
