import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Makes every element, also those of Mantine, with the JSX runtime of src/dashboard/ui/jsx, which says why. */
export function ownTexts(): Plugin {
  return {
    name: 'own-texts',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react\/jsx-(dev-)?runtime$/ },
      // What it is made of is React's own.
      handler: (id, importer) =>
        /dashboard.ui.jsx.[\w-]+\.ts$/.test(importer ?? '') ? null : resolve('src/dashboard/ui/jsx', `${id.slice('react/'.length)}.ts`),
    },
  }
}
