import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type ESTree, type Plugin, parseAst, Visitor } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const schemaImport = "import * as z from 'zod/mini'"
const schemaStandIn = `import z from '${here('web/shell/schema-stand-in.ts')}'`
/** What of an endpoint the browser reads; the rest is the server's. */
const endpointPartsInBrowser: ReadonlySet<string> = new Set(['method', 'path', 'access'])

const nameOf = ({ key }: ESTree.ObjectProperty): string => ('name' in key ? String(key.name) : '')

/** The ranges of `defineEndpoint({ … })` that the browser never reads, each with the comma after it. */
const unreadRanges = (code: string): [number, number][] => {
  const ranges: [number, number][] = []
  new Visitor({
    // biome-ignore lint/correctness/noComponentHookFactories: a visitor of syntax, not a component
    CallExpression: ({ callee, arguments: [spec] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'defineEndpoint') return
      if (spec?.type !== 'ObjectExpression') return
      for (const part of spec.properties) {
        if (part.type !== 'Property' || endpointPartsInBrowser.has(nameOf(part))) continue
        const comma = /^\s*,/.exec(code.slice(part.end))?.[0].length ?? 0
        ranges.push([part.start, part.end + comma])
      }
    },
  }).visit(parseAst(code, { lang: 'ts' }))
  return ranges
}

/**
 * Leaves schemas and their library out of the built page, where nothing validates: 11 KB (gzip) of the first page.
 * web/shell/schema-stand-in.ts takes the library's place and refuses to validate.
 */
const withoutSchemas = (): Plugin => ({
  name: 'without-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: new RegExp(`^${here('contract')}/`) },
    handler: (code) => {
      const cut = unreadRanges(code)
        .reverse()
        .reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), code)
      return { code: cut.replace(schemaImport, schemaStandIn), map: null }
    },
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
    // Building a schema has no effect.
    rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
  },
})
