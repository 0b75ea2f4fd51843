const quote = 0x22
const backslash = 0x5c
const open = 0x7b
const close = 0x7d

/**
 * The objects in the list of a streamed answer of our own service, `{"data":[{…},{…}],"status":true}`, as JSON: those that are one level deep. For each
 * text that arrives, the objects that end in it.
 */
export async function* objectsIn(texts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let depth = 0
  let isInString = false
  let isEscaped = false
  /** The beginning of an object whose end has not arrived. */
  let begun = ''
  for await (const text of texts) {
    const objects: string[] = []
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (isEscaped) isEscaped = false
      else if (isInString) {
        if (code === backslash) isEscaped = true
        else if (code === quote) isInString = false
      } else if (code === quote) isInString = true
      else if (code === open && ++depth === 2) start = at
      else if (code === close && depth-- === 2) {
        objects.push(begun + text.slice(start, at + 1))
        begun = ''
      }
    }
    if (depth >= 2) begun += text.slice(start)
    yield objects
  }
}
