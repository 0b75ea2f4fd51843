import { createServer } from 'node:http'
import { open } from './walk-lib.mjs'
const w = await open()
w.page.setDefaultTimeout(30000)
const g = { ...w, open, pages: {} }
const tree = async (sel = 'main', p = g.page) => (await p.locator(sel).first().ariaSnapshot()).replace(/^\s*- \/url.*\n/gm, '')
createServer((q, r) => { let b = ''; q.on('data', (d) => b += d); q.on('end', async () => {
  try { const f = new Function('g', 'page', 'shot', 'tree', 'errors', `return (async()=>{${b}})()`); const out = await f(g, g.page, g.shot, tree, g.errors); r.end(typeof out === 'string' ? out : JSON.stringify(out, null, 1) ?? 'ok') } catch (e) { r.end('ERR ' + e.message.slice(0, 1500)) } }) }).listen(45999)
