// This module runs first. public/browser.js has detected that the browser is too old, and the page says so. Throwing an error here stops the modules
// after this one.
const { missing } = document.documentElement.dataset
if (missing !== undefined) throw new Error(`This browser is too old: it lacks ${missing}`)
