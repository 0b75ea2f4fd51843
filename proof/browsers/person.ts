import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, InputDevice } from './browser.ts'

/** What people do in a browser: read, click, type and press keys. Each function waits until it can be done, and throws when it never can. */

interface Pattern {
  pattern: string
  flags: string
}

/** An element by role and accessible name. A text names it exactly; of several the first one counts, unless `which` says otherwise. */
export interface Target<Words = Pattern> {
  role: string
  name?: string | Words
  /** What the element shows must match this as well. */
  text?: Words
  inside?: Target<Words>
  which?: 'last'
}

/** What a target is at a moment. */
export interface Seen {
  count: number
  text: string
  value: string
  isChecked: boolean
  isFocused: boolean
  /** Where a click reaches it, in pixels of the page; null while it moves, is disabled or is covered. */
  point: { x: number; y: number } | null
}

type Where = Target<RegExp>

/** Room for a busy machine; nothing waits for it that works. */
const timeoutMs = 30_000
const betweenLooksMs = 50

const library = readFileSync(createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8')
const pageScript = readFileSync(join(import.meta.dirname, 'page-script.js'), 'utf8')

const keys: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

export type Person = ReturnType<typeof personAt>

/** @param address of the product, without a slash at the end */
export function personAt(browser: Browser, address: string) {
  /** Reads until the value passes. */
  async function until<T>(read: () => Promise<T>, passes: (value: T) => boolean, describe: (value: T | undefined) => string): Promise<T> {
    const end = Date.now() + timeoutMs
    for (;;) {
      // A script that a navigation interrupts fails, and finds the next page when it runs again.
      const value = await read().catch((error: unknown) => {
        if (Date.now() > end) throw error
        return undefined
      })
      if (value !== undefined && passes(value)) return value
      if (Date.now() > end) throw new Error(describe(value))
      await pause(betweenLooksMs)
    }
  }

  async function see(target: Where): Promise<Seen> {
    const look = () =>
      browser.run<Seen | 'missing'>(`() => (window.seeInPage ? window.seeInPage(${JSON.stringify(plain(target))}) : 'missing')`)
    const seen = await look()
    if (seen !== 'missing') return seen
    await browser.run(`() => { ${library}\n${pageScript} }`)
    return (await look()) as Seen
  }

  const expectThat = (target: Where, expected: string, passes: (seen: Seen) => boolean) =>
    until(
      () => see(target),
      passes,
      (seen) => `${nameOf(target)}: expected ${expected}, but ${seen ? JSON.stringify(seen) : 'the page never answered'}`,
    )

  const path = () => browser.run<string>('() => location.pathname + location.search')

  async function press(combination: string): Promise<void> {
    const values = combination.split('+').map((key) => keys[key] ?? key)
    const down = values.map((value) => ({ type: 'keyDown', value }))
    const up = values.toReversed().map((value) => ({ type: 'keyUp', value }))
    await browser.perform([keyboard([...down, ...up])])
  }

  async function click(target: Where): Promise<void> {
    const { point } = await expectThat(target, 'something to click', (seen) => seen.point !== null)
    await browser.perform([
      {
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', ...point, duration: 0, origin: 'viewport' },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }

  return {
    goTo: (to: string) => browser.goTo(address + to),
    reload: async () => browser.goTo(address + (await path())),
    click,
    press,
    /** Types into whatever has the focus. A line break is the key Enter. */
    typeKeys: (text: string) =>
      browser.perform([
        keyboard(
          Array.from(text.replaceAll('\n', keys['Enter']!)).flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ]),
        ),
      ]),
    /** Replaces the text of a field. */
    async type(target: Where, text: string): Promise<void> {
      await click(target)
      await expectThat(target, 'the focus', ({ isFocused }) => isFocused)
      await press('Control+a')
      await this.typeKeys(text)
      await expectThat(target, JSON.stringify(text), ({ value }) => value === text)
    },
    sees: (target: Where) => expectThat(target, 'to be there', ({ count }) => count > 0),
    seesNo: (target: Where) => expectThat(target, 'to be gone', ({ count }) => count === 0),
    seesChecked: (target: Where, isExpected = true) =>
      expectThat(target, isExpected ? 'checked' : 'not checked', ({ count, isChecked }) => count > 0 && isChecked === isExpected),
    seesFocused: (target: Where) => expectThat(target, 'the focus', ({ isFocused }) => isFocused),
    seesValue: (target: Where, expected: string) => expectThat(target, JSON.stringify(expected), ({ value }) => value === expected),
    isAt: (expected: RegExp) =>
      until(
        path,
        (now) => expected.test(now),
        (now) => `The address is ${now}, not ${String(expected)}`,
      ),
    /** Runs an action while the page's clock stands still, so that what it offers for some seconds stays until a slow machine gets there. */
    async inStoppedTime(action: () => Promise<void>): Promise<void> {
      await browser.run('() => { window.runningClock = Date.now; const now = Date.now(); Date.now = () => now }')
      await action()
      await browser.run('() => { Date.now = window.runningClock }')
    },
    /** Waits for a finished download of that name. Resolves to its text. */
    downloaded: (name: RegExp) =>
      until(
        // Firefox begins with an empty file and renames another one to it.
        () => Promise.resolve(readdirSync(browser.downloads).find((file) => name.test(file) && textOf(file) !== '')),
        (file) => file !== undefined,
        () => `No ${String(name)} among ${readdirSync(browser.downloads).join(', ')}`,
      ).then((file) => textOf(file!)),
  }

  function textOf(file: string): string {
    return readFileSync(join(browser.downloads, file), 'utf8')
  }
}

const keyboard = (actions: readonly object[]): InputDevice => ({ type: 'key', id: 'keyboard', actions })

/** A regular expression does not survive JSON. */
const patternOf = ({ source, flags }: RegExp): Pattern => ({ pattern: source, flags })

const plain = ({ name, text, inside, ...rest }: Where): Target => ({
  ...rest,
  ...(name !== undefined && { name: typeof name === 'string' ? name : patternOf(name) }),
  ...(text && { text: patternOf(text) }),
  ...(inside && { inside: plain(inside) }),
})

const nameOf = ({ role, name, text, inside }: Where): string =>
  `${role} ${String(name ?? text ?? '')}${inside ? ` in ${nameOf(inside)}` : ''}`
