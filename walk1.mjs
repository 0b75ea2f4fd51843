import { open } from './walk-lib.mjs'
const { browser, page, shot, errors } = await open()
page.setDefaultTimeout(60000)
const chats = await page.evaluate(async () => (await (await fetch('/bff/api/chats', { headers: { 'x-roomkeeper': '1' } })).json()))
console.log(JSON.stringify(chats).slice(0, 300))
for (const [name, path] of [['presets','/presets'],['rules','/rules'],['team','/account/team'],['notifications','/account/notifications'],['matrix','/chats/settings'],['activity','/activity'],['drift','/drift'],['review','/review'],['standing','/standing']]) {
  await page.goto(path); await page.waitForLoadState('networkidle').catch(()=>{}); await shot('w1-'+name); console.log(name, page.url(), await page.title())
}
console.log(errors)
await browser.close()
