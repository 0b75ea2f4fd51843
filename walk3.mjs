import { open } from './walk-lib.mjs'
const first = await open(); const state = await first.context.storageState(); const id = 1
await first.browser.close()
const paths = ['/','/review','/chats','/settings','/presets','/rules','/rules/new','/drift','/activity','/activity?scope=me','/account','/account/team','/account/notifications','/account/notifications?show=log','/social',`/chats/${id}/settings`,`/chats/${id}/messages`,`/chats/${id}/polls`,`/chats/${id}/banned-ips`,`/chats/${id}/hours`,`/chats/${id}/history`]
for (const [width, dark] of [[360,false],[768,true],[1024,false],[1280,true],[1920,false]]) {
  const w = await open({ width, height: width < 700 ? 780 : 900, dark, state })
  for (const path of paths) {
    await w.page.goto(path); await w.page.waitForLoadState('networkidle',{timeout:15000}).catch(()=>{}); 
    const over = await w.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) console.log('OVERFLOW', width, path, over)
    if (/notif|activity/.test(path)) await w.shot(`w3-${width}-${path.replace(/\W+/g,'_')}`)
  }
  if (w.errors.length) console.log(width, w.errors.slice(0,5))
  await w.browser.close()
}
