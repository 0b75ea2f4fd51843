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
  if (missing === null) return noteInput()
  // The app does not start where it finds this: see src/dashboard/app/supported.ts.
  document.documentElement.setAttribute('data-missing', missing)
  document.getElementById('too-old').removeAttribute('hidden')

  // What a person does in a page that the gateway has drawn goes on once it can (src/dashboard/app/drawn-page.tsx).
  function noteInput() {
    var root = document.getElementById('root')
    document.addEventListener('click', function (event) {
      var button = event.target.closest('#root[data-drawn] button')
      if (button) root.pressed = button
    })
    // A browser that fills in what was there before a reload is no person.
    document.addEventListener('input', function (event) {
      if (event.isTrusted && event.target.closest('#root[data-drawn]')) root.touched = (root.touched || []).concat(event.target)
    })
  }
})()
