import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeCheckEnvironment, refusalOf } from '#web/pre-call-check/testing/fake-check-environment.ts'
import { createLiveLineCheck, isCutOff } from './line-check.ts'

/** Everything runs in virtual time; the server and the line are fakes. */
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const setUp = async () => {
  const { environment, ports } = createFakeCheckEnvironment()
  const check = createLiveLineCheck(ports)
  const opening = ports.acquireMedia('video')
  await vi.advanceTimersByTimeAsync(100)
  const { stream } = await opening
  return {
    environment,
    check,
    view: () => check.store.get(),
    start: () => void check.run(stream),
    wait: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000),
    /** Runs the check to its end. */
    run: async () => {
      void check.run(stream)
      await vi.advanceTimersByTimeAsync(30_000)
    },
  }
}

it('measures the line, closes its room and leaves the devices to the preview', async () => {
  const { environment, view, start, wait } = await setUp()
  expect(view().stage).toBe('ready')
  start()
  await wait(8)
  expect(view()).toMatchObject({ stage: 'running', result: null })
  expect(view().measuredSec).toBeGreaterThan(3)
  expect(environment.openLines).toBe(1)
  await wait(8)
  expect(view()).toMatchObject({ stage: 'done', result: { verdict: 'excellent', advice: [] } })
  expect(environment).toMatchObject({ openLines: 0, begun: ['test-1'], ended: ['test-1'] })
  expect(environment.live()).toEqual(['microphone-1', 'camera-1'])
})

it('bars going live only where no path reaches the media server, until it is checked again', async () => {
  const { environment, view, run } = await setUp()
  environment.ways = { direct: null, relay: null }
  await run()
  expect(view().result).toEqual({ verdict: 'impossible', advice: ['unreachable'] })
  expect(isCutOff(view())).toBe(true)
  expect(environment.ended).toEqual(['test-1'])
  environment.ways = { direct: null, relay: 400 }
  await run()
  expect(view().result).toEqual({ verdict: 'good', advice: ['relayed'] })
  expect(isCutOff(view())).toBe(false)
  environment.perSec = null
  await run()
  expect(view().result).toEqual({ verdict: 'unstable', advice: ['nothingBack', 'relayed'] })
  expect(isCutOff(view())).toBe(false)
  expect(environment).toMatchObject({ openLines: 0, ended: ['test-1', 'test-2', 'test-3'] })
})

it('bars nothing when the server opens no check', async () => {
  const { environment, view, run } = await setUp()
  environment.ways = { direct: null, relay: null }
  await run()
  expect(isCutOff(view())).toBe(true)
  environment.refusal = refusalOf('混み合っています。')
  await run()
  expect(view()).toMatchObject({ stage: 'refused', refusal: '混み合っています。', result: null })
  expect(isCutOff(view())).toBe(false)
})

it('can be left at any time, and forgets what a run that was left finds', async () => {
  const { environment, check, view, start, wait } = await setUp()
  for (const seconds of [0.01, 0.2, 5]) {
    start()
    await wait(seconds)
    check.close({ keepalive: true })
    expect(environment.openLines).toBe(0)
    await wait(30)
    expect(view()).toMatchObject({ stage: 'ready', result: null })
  }
  expect(environment.begun).toHaveLength(3)
  expect(environment.keptAlive).toEqual(environment.begun)
})

it('begins anew when it is started while it runs', async () => {
  const { environment, view, start, wait, run } = await setUp()
  start()
  await wait(5)
  await run()
  expect(view()).toMatchObject({ stage: 'done', result: { verdict: 'excellent' } })
  expect(environment.ended).toEqual(environment.begun)
  expect(environment.openLines).toBe(0)
})
