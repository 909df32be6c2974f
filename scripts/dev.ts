/**
 * `npm run dev`: the app with hot reload. A change of a server file restarts the app. Vite serves the pages inside the
 * server and replaces changed modules in the open browser.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repositoryRoot = fileURLToPath(new URL('..', import.meta.url))
const appScript = join(repositoryRoot, 'scripts', 'dev-app.ts')
/** The server's sources. Node's own --watch would also react to the files that Vite writes for itself. */
const serverFolders = ['server', 'contract', 'domain', 'adapters', 'seed']
/** An editor saves several files at once. */
const settleMs = 150

process.env.NODE_ENV ||= 'development'

let app = startApp()
let isStopping = false
let settling: NodeJS.Timeout | undefined
let restarting: Promise<void> | undefined

for (const folder of serverFolders) {
  watch(join(repositoryRoot, folder), { recursive: true }, (_event, name) => {
    if (!name || !/\.(ts|sql|json)$/.test(name) || name.endsWith('.test.ts')) return
    clearTimeout(settling)
    settling = setTimeout(() => void restart(join(folder, name)), settleMs)
  })
}

// The terminal sends a Ctrl-C to the app as well; this process only waits until the app has ended.
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => {
  app.kill('SIGTERM')
  void stop()
})

function startApp(): ChildProcess {
  return spawn(process.execPath, [appScript], { stdio: 'inherit' })
}

async function restart(changed: string): Promise<void> {
  // The restarted app may have loaded the file before this change, so it restarts once more.
  await restarting
  restarting = (async () => {
    console.log(`${changed} が変わりました。再起動します…`)
    app.kill('SIGTERM')
    await untilEnded(app)
    if (!isStopping) app = startApp()
  })()
  await restarting
}

async function stop(): Promise<void> {
  isStopping = true
  await untilEnded(app)
  process.exit()
}

async function untilEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
