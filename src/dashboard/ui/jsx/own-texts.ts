import type { ElementType } from 'react'
import { Fragment, jsx } from 'react/jsx-runtime'

/**
 * React keeps hold of a text that stands beside an element or beside another text: it writes to that node, removes it and inserts before it. The
 * translator of a browser puts other nodes in its place, so that what React writes is not seen and what it removes is not there: the page shows old
 * numbers, then crashes. Here texts beside each other become one, and a text beside an element becomes an element of its own; React replaces the only
 * text of an element as a whole, whatever is there.
 */

type Child = unknown

const isText = (child: Child): child is string | number | bigint => ['string', 'number', 'bigint'].includes(typeof child)
const isNothing = (child: Child) => child === '' || child === null || child === undefined || typeof child === 'boolean'

/** Elements that hold no others. */
const plain = new Set<unknown>(['option', 'text', 'textPath', 'title', 'tspan'])

const element = 'ui-text' as ElementType

// Translators leave white space alone, and as an element it would be one more item of a flex layout.
const ownText = (child: Child, place = 0) =>
  isText(child) && String(child).trim() !== '' ? jsx(element, { children: child }, `text ${place}`) : child

/** Every child keeps its place, by which React knows it: where texts are joined, the places of the later ones stay empty. */
function joinTexts(children: readonly Child[]): Child[] {
  const joined: Child[] = []
  let growing: number | undefined
  for (const [place, child] of children.entries()) {
    const isMore = isText(child) && growing !== undefined
    if (isMore) joined[growing!] = `${String(joined[growing!])}${child}`
    else if (isText(child)) growing = place
    else if (!isNothing(child)) growing = undefined
    joined.push(isMore ? null : child)
  }
  return joined
}

/** Children that JSX names one after another. A list among them has keys. */
function namedChildren(type: unknown, children: readonly Child[]): Child {
  const joined = joinTexts(children)
  const left = joined.filter((child) => !isNothing(child))
  if (left.length === 1 && isText(left[0])) return onlyChild(type, left[0])
  return plain.has(type) ? joined : joined.map((child, place) => (Array.isArray(child) ? child.map(ownText) : ownText(child, place)))
}

/** A fragment is no element: its text stands among the children of another. */
const onlyChild = (type: unknown, child: Child): Child =>
  Array.isArray(child) && !plain.has(type) ? child.map(ownText) : type === Fragment ? ownText(child) : child

/**
 * The properties of an element, with its texts apart from what stands beside them.
 * @param isStatic the children are those that JSX names one after another, not a list that has keys
 */
export function propsWithOwnTexts<Props extends object>(type: unknown, props: Props, isStatic: boolean): Props {
  const { children } = props as { children?: Child }
  if (children === undefined) return props
  const apart = isStatic && Array.isArray(children) ? namedChildren(type, children) : onlyChild(type, children)
  return apart === children ? props : { ...props, children: apart }
}
