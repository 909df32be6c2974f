import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stopOnSignals } from './run-app.ts'

const noticeMs = 5_000
/** Longer than the same Ctrl-C takes to arrive a second time. */
const laterMs = 1_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(console, 'log').mockReturnValue(undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const runningApp = ({ isAtTerminal }: { isAtTerminal: boolean }) => {
  const steps: string[] = []
  const stopped = Promise.withResolvers<void>()
  const host = Object.assign(new EventEmitter(), {
    exit: (code: number) => void steps.push(`exit ${code}`),
  }) as unknown as NodeJS.Process
  const app = {
    announceStop: () => void steps.push('announced'),
    stop: () => {
      steps.push('stopping')
      return stopped.promise
    },
  }
  stopOnSignals(app, { noticeMs, host, isAtTerminal })
  return { host, steps, stopped }
}

it('announces the stop for the notice time, then stops, then exits', async () => {
  const { host, steps, stopped } = runningApp({ isAtTerminal: false })
  host.emit('SIGTERM', 'SIGTERM')
  expect(steps).toEqual(['announced'])
  vi.advanceTimersByTime(noticeMs - 1)
  expect(steps).toEqual(['announced'])
  vi.advanceTimersByTime(1)
  expect(steps).toEqual(['announced', 'stopping'])
  stopped.resolve()
  await stopped.promise
  await vi.waitFor(() => expect(steps).toEqual(['announced', 'stopping', 'exit 0']))
})

it('stops at once on Ctrl-C at a terminal, which npm sends twice', () => {
  const { host, steps } = runningApp({ isAtTerminal: true })
  host.emit('SIGINT', 'SIGINT')
  host.emit('SIGINT', 'SIGINT')
  expect(steps).toEqual(['announced', 'stopping'])
})

it('waits for the notice time on SIGINT of a process manager', () => {
  const { host, steps } = runningApp({ isAtTerminal: false })
  host.emit('SIGINT', 'SIGINT')
  expect(steps).toEqual(['announced'])
})

it('ends the notice time on a second signal, and the process on a third', () => {
  const { host, steps } = runningApp({ isAtTerminal: false })
  host.emit('SIGTERM', 'SIGTERM')
  vi.advanceTimersByTime(laterMs)
  host.emit('SIGTERM', 'SIGTERM')
  expect(steps).toEqual(['announced', 'stopping'])
  vi.advanceTimersByTime(noticeMs)
  expect(steps).toEqual(['announced', 'stopping'])
  host.emit('SIGINT', 'SIGINT')
  expect(steps).toEqual(['announced', 'stopping', 'exit 1'])
})
