import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { browserContract } from '#scripts/web-build/browser-contract.ts'

const entry = fileURLToPath(new URL('../web/push/worker.ts', import.meta.url))
/** Where pages register it; its folder is the widest scope it may have. */
const fileName = 'sw.js'

/** One script without imports: not every browser takes a module for a service worker. */
const bundle = async (): Promise<string> => {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [browserContract()],
    build: {
      write: false,
      rolldownOptions: {
        input: entry,
        output: { format: 'iife', entryFileNames: fileName },
        treeshake: { manualPureFunctions: ['z'] },
      },
    },
  })
  const outputs = (Array.isArray(made) ? made : [made]).flatMap((one) => ('output' in one ? one.output : []))
  const [chunk] = outputs
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not built')
  return chunk.code
}

/** Builds the service worker beside the pages, and on request while developing. */
export const pushWorker = (): Plugin => ({
  name: 'koyoi-push-worker',
  generateBundle: {
    order: 'post',
    async handler() {
      this.emitFile({ type: 'asset', fileName, source: await bundle() })
    },
  },
  configureServer: ({ middlewares }) => {
    middlewares.use(`/${fileName}`, (_request, response, next) => {
      bundle().then((code) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(code)
      }, next)
    })
  },
})
