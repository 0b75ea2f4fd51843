import type { ElementType, Key } from 'react'
import { jsxDEV as reactJsx } from 'react/jsx-dev-runtime'
import { propsWithOwnTexts } from './own-texts.ts'

/** What JSX becomes in development and in tests: vite.config.ts takes this for `react/jsx-dev-runtime`. */

export { Fragment } from 'react/jsx-dev-runtime'

type Where = Parameters<typeof reactJsx>[4]

export function jsxDEV(type: ElementType, props: object, key: Key | undefined, isStatic: boolean, where?: Where, self?: unknown) {
  const own: { children?: unknown } = propsWithOwnTexts(type, props, isStatic)
  // React warns where children that should be a list are none.
  return reactJsx(type, own, key, isStatic && Array.isArray(own.children), where, self)
}
