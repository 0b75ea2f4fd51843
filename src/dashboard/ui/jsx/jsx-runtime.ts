import type { ElementType, Key } from 'react'
import { jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime'
import { propsWithOwnTexts } from './own-texts.ts'

/** What JSX becomes in the build: vite.config.ts takes this for `react/jsx-runtime`. */

export { Fragment } from 'react/jsx-runtime'

export const jsx = (type: ElementType, props: object, key?: Key) => reactJsx(type, propsWithOwnTexts(type, props, false), key)

export const jsxs = (type: ElementType, props: object, key?: Key) => reactJsxs(type, propsWithOwnTexts(type, props, true), key)
