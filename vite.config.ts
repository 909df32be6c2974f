import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serviceWorkers } from '#scripts/page-workers.ts'
import { browserContract } from '#scripts/web-build/browser-contract.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the browser's half to dist/web. While developing, the server mounts Vite as a middleware. */
export default defineConfig({
  root: here('web'),
  cacheDir: here('node_modules/.vite/web'),
  plugins: [browserContract(), react(), serviceWorkers()],
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    // Tells what each route loads (scripts/web-build/page-weight.test.ts).
    manifest: true,
    // Every browser the page supports preloads modules by itself.
    modulePreload: { polyfill: false },
    // Building a schema has no effect: the browser keeps only those it reads.
    rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
  },
})
