import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const schemaImport = "import * as z from 'zod/mini'"
const schemaStandIn = `import z from '${here('web/shell/schema-stand-in.ts')}'`

/** Leaves the schema library out of the built page: schemas validate on the server only. */
const withoutSchemas = (): Plugin => ({
  name: 'without-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: new RegExp(`^${here('contract')}/`) },
    handler: (code) => code.replace(schemaImport, schemaStandIn),
  },
})

/** Builds the browser's half to dist/web. While developing, the server mounts Vite as a middleware. */
export default defineConfig({
  root: here('web'),
  cacheDir: here('node_modules/.vite/web'),
  plugins: [withoutSchemas(), react()],
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    // Every browser the page supports preloads modules by itself.
    modulePreload: { polyfill: false },
  },
})
