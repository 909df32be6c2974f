/**
 * `npm run dev`: the app with hot reload. Node restarts it when a file the server imports changes; pages come
 * through Vite inside the server, which replaces changed modules in the open browser.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const APP = fileURLToPath(new URL('./dev-app.ts', import.meta.url))

const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', APP], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: process.env.NODE_ENV || 'development' },
})
// A Ctrl-C reaches the child by itself; this process only has to outlive it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.once('exit', (code) => process.exit(code ?? 0))
