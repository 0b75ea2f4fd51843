// Runs before the app's modules, and in every browser: old syntax only. What is tested here decides the versions that the README and index.html name.
;(function () {
  var missing =
    typeof URL !== 'function' || typeof URL.canParse !== 'function'
      ? 'URL.canParse'
      : typeof Intl !== 'object' || typeof Intl.Segmenter !== 'function'
        ? 'Intl.Segmenter'
        : typeof AbortSignal !== 'function' || typeof AbortSignal.any !== 'function'
          ? 'AbortSignal.any'
          : null
  if (missing === null) return
  // The app does not start where it finds this: see src/dashboard/app/supported.ts.
  document.documentElement.setAttribute('data-missing', missing)
  document.getElementById('too-old').removeAttribute('hidden')
})()
