import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const script = fileURLToPath(new URL('./buying.ts', import.meta.url))
const size = ['--buyers=10', '--orders=40', '--kills=3']
/** A machine that is busy with everything else of the tests takes longer than the half minute this needs. */
const patienceMs = 300_000

// The long form, `npm run test:chaos:buying`, has 50 buyers and 5,000 orders.
test(
  'paid points issued are the yen captured, while ten buy at once and the app is killed',
  async () => {
    const run = spawn(process.execPath, [script, ...size], { stdio: ['ignore', 'pipe', 'pipe'] })
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
