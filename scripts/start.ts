/** `npm start`: builds the pages when their sources changed, then runs the app in this process. */
import { enableCompileCache } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from '#server/config/config.ts'
import { buildWeb, webOutput } from './build-web.ts'
import { endAtOnce, printFailure, stopOnSignals } from './run-app.ts'

const healthPollMs = 20
const healthPatienceMs = 60_000

/** A compile cache halves the time of loading the server's modules again. Child processes inherit it. */
const compileCache = fileURLToPath(new URL('../node_modules/.cache/koyoi', import.meta.url))

process.env.NODE_ENV ||= 'production'
process.env.NODE_COMPILE_CACHE ||= compileCache
enableCompileCache(process.env.NODE_COMPILE_CACHE)

try {
  const config = readConfig(process.env)
  const progress = (line: string) => console.log(line)
  // The look at the pages' sources waits for files while the server's modules are loaded.
  const [{ startApp }] = await Promise.all([
    import('#server/app/main.ts'),
    buildWeb(() => progress('画面をビルドしています…')),
  ])
  const app = await startApp(process.env, { progress, web: webOutput, onDatabaseLost: endAtOnce })
  stopOnSignals(app, { noticeMs: config.shutdownNoticeMs })
  await untilHealthy(localUrl(config, app.url))
  console.log(`準備ができました: ${app.url}`)
} catch (error) {
  printFailure(error)
  process.exit(1)
}

/** The address for the health check: without the proxy, because PUBLIC_URL may not lead to this machine yet. */
function localUrl({ host, port, publicUrl }: Config, url: string): string {
  const isAnyAddress = host === '0.0.0.0' || host === '::'
  if (publicUrl === undefined && isAnyAddress) return url
  const local = new URL(`http://${isAnyAddress ? '127.0.0.1' : host}`)
  local.port = publicUrl === undefined ? new URL(url).port : String(port)
  return local.href
}

async function untilHealthy(url: string): Promise<void> {
  const deadline = performance.now() + healthPatienceMs
  while (performance.now() < deadline) {
    const response = await fetch(new URL('/api/health', url)).catch(() => undefined)
    if (response?.status === 200) return
    await delay(healthPollMs)
  }
  throw new Error(`${url}/api/health は ${healthPatienceMs / 1000} 秒たっても正常になりません。`)
}
