import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { browserContract } from '#scripts/web-build/browser-contract.ts'

/** The workers by where pages register them; their folder is the widest scope they may have. */
const workers = {
  'sw.js': '../web/push/worker.ts',
  'offline.js': '../web/shell/offline/worker.ts',
} as const
type FileName = keyof typeof workers
const fileNames = Object.keys(workers) as FileName[]

/** One script without imports: not every browser takes a module for a service worker. */
const bundle = async (fileName: FileName): Promise<string> => {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [browserContract()],
    build: {
      write: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(workers[fileName], import.meta.url)),
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

/** Builds the service workers beside the pages, and on request while developing. */
export const serviceWorkers = (): Plugin => ({
  name: 'koyoi-service-workers',
  generateBundle: {
    order: 'post',
    async handler() {
      for (const fileName of fileNames)
        this.emitFile({ type: 'asset', fileName, source: await bundle(fileName) })
    },
  },
  configureServer: ({ middlewares }) => {
    for (const fileName of fileNames)
      middlewares.use(`/${fileName}`, (_request, response, next) => {
        bundle(fileName).then((code) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(code)
        }, next)
      })
  },
})
