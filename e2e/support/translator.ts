import type { BrowserContext } from '@playwright/test'

/**
 * Translates every page of a context the way browsers do, and like one that ignores that the page asks not to be: each text, new ones too, is taken out of
 * the document, and a copy of it stands there in two <font> elements. The words stay the same, so that tests can look for them.
 *
 * A text that React holds as a node is reported as an error: what it writes there later would not be seen. React marks such a node with a property.
 */
export async function translate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const wrap = (text: Node) => {
      if (!text.nodeValue?.trim() || !text.parentElement || text.parentElement.closest('head, script, style, noscript, textarea, font'))
        return
      if (Object.keys(text).some((key) => key.startsWith('__reactFiber')))
        console.error(`No element of its own: “${text.nodeValue}” in ${text.parentElement.outerHTML.slice(0, 300)}`)
      const copy = document.createElement('font')
      copy.append(document.createElement('font'))
      copy.firstElementChild!.append(text.nodeValue)
      text.parentNode!.replaceChild(copy, text)
    }
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts = root.nodeType === Node.TEXT_NODE ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode)
      texts.forEach(wrap)
    }
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) if (node.isConnected) wrapAll(node)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}
