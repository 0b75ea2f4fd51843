import { open } from './walk-lib.mjs'
const { browser, page, shot, errors } = await open()
page.setDefaultTimeout(60000)
await page.goto('/settings'); await page.getByRole('grid').waitFor(); await shot('matrix')
await page.setViewportSize({width:360,height:780}); await shot('matrix-360')
await page.goto('/account/notifications'); await page.getByRole('table',{name:'Events'}).waitFor(); await shot('notif-360')
await page.setViewportSize({width:1280,height:800});
await page.goto('/account/notifications'); await page.getByRole('table',{name:'Events'}).waitFor(); await shot('notif')
console.log(errors)
await browser.close()
