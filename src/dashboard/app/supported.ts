// First of all modules: public/browser.js has found that this browser is too old, and the page says so. An error is what stops the modules after this.
const { missing } = document.documentElement.dataset
if (missing !== undefined) throw new Error(`This browser is too old: it lacks ${missing}`)
