import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { darkScheme, light } from './colours.ts'

/** The files that a browser has before the first paint contain colours of the theme, which they cannot import. */

const root = join(import.meta.dirname, '../../../..')
const coloursIn = (file: string, pattern: RegExp) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map((found) => Object.fromEntries([[found[1] ?? '', found[2]]]))

test('the skeleton of index.html has the colours of the scheme', () => {
  const of = ({ canvas, side, 'line-strong': line, press }: typeof light) => [{ canvas }, { side }, { line }, { bar: press }]
  const inPage = coloursIn('index.html', /--first-(\w+): (#\w+);/g)
  expect(inPage).toEqual([...of(light), ...of(darkScheme), ...of(darkScheme)])
})

test('scheme.js sets the canvas of the scheme', () => {
  expect(coloursIn('public/scheme.js', /()'(#\w+)'/g)).toEqual([{ '': darkScheme.canvas }, { '': light.canvas }])
})
