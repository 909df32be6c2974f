import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const runScript = fileURLToPath(new URL('./run.ts', import.meta.url))
/** A machine that is busy with everything else of the tests takes longer than the minute this needs. */
const patienceMs = 300_000

// The long form, `npm run test:chaos`, kills a hundred times; a run that went wrong is had again by its seed.
test(
  'a dozen calls are settled once, to the point, while app, media processes and PostgreSQL are killed',
  async () => {
    const run = spawn(process.execPath, [runScript, '--short'], { stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => void run.kill('SIGKILL'))
    let output = ''
    for (const stream of [run.stdout, run.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    const [code] = await once(run, 'close')
    expect(code, output).toBe(0)
  },
  patienceMs,
)
