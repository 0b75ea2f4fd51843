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
  if (missing === null) return noteButton()
  // The app does not start where it finds this: see src/dashboard/app/supported.ts.
  document.documentElement.setAttribute('data-missing', missing)
  document.getElementById('too-old').removeAttribute('hidden')

  // A button of a page that the gateway has drawn does nothing yet: it is pressed again once it does (src/dashboard/app/drawn-page.tsx).
  function noteButton() {
    document.addEventListener('click', function (event) {
      var button = event.target.closest('#root[data-drawn] button')
      if (button) document.getElementById('root').pressed = button
    })
  }
})()
