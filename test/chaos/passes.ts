import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'

/** A machine that is busy with the other tests takes longer than the minute that such a run needs. */
const runPatienceMs = 280_000
/** The run is ended before its test, so that what it printed shows where it stood. */
export const patienceMs = runPatienceMs + 20_000

/** Runs a script of this folder to its end; what it printed is the message when it finds a defect. */
export const expectPass = async (script: string, args: readonly string[]): Promise<void> => {
  const run = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void run.kill('SIGKILL'))
  let output = ''
  for (const stream of [run.stdout, run.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const limit = setTimeout(() => {
    output += `ended after ${runPatienceMs / 1000} s`
    run.kill('SIGKILL')
  }, runPatienceMs)
  const [code] = await once(run, 'close')
  clearTimeout(limit)
  // The summary of all tests shows the first line alone.
  const defects = output.split('\n').filter((line) => line.startsWith('DEFECT'))
  expect(code, [defects.join('; '), output].filter(Boolean).join('\n')).toBe(0)
}
