import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serverFailure } from '#contract/core/client.ts'
import type { StepName, StepState } from './check-view.ts'
import { createPreCallCheck } from './pre-call-check.ts'
import { createFakeCheckEnvironment, refusalOf } from './testing/fake-check-environment.ts'

/** Everything runs in virtual time; the devices, the server and the line are fakes. */
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const stand = () => {
  const { environment, ports } = createFakeCheckEnvironment()
  const test = createPreCallCheck(ports)
  const seen: string[] = []
  let before = ''
  test.store.subscribe(() => {
    const { steps, current, stage } = test.store.get()
    const now = stage === 'running' ? `${current} ${steps[current]}` : stage
    if (now !== before && !/waiting|intro/.test(now)) seen.push(now)
    before = now
  })
  return {
    environment,
    test,
    seen,
    view: () => test.store.get(),
    state: (step: StepName): StepState => test.store.get().steps[step],
    wait: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
    /** Runs the check up to the speaker, with the environment as it is. */
    toSpeaker: async () => {
      test.start('video')
      await vi.advanceTimersByTimeAsync(1_000)
    },
    confirmTone: async () => {
      test.playTone()
      await vi.advanceTimersByTimeAsync(1_500)
      test.answerHeard(true)
    },
  }
}

describe('a check in which all is well', () => {
  it('goes through its steps in their order to the verdict, and releases everything', async () => {
    const { test, environment, seen, view, wait, toSpeaker, confirmTone } = stand()
    await toSpeaker()
    expect(environment.live()).toEqual(['microphone-1', 'camera-1'])
    expect(view().tone).toBe('ready')
    await confirmTone()
    await wait(1)
    expect(view().ways).toEqual({
      direct: { name: 'open', afterMs: 120 },
      relay: { name: 'open', afterMs: 300 },
    })
    await wait(8)
    expect(view().measuredSec).toBeGreaterThan(3)
    expect(environment.openLines).toBe(1)
    await wait(8)
    expect(seen).toEqual([
      'permission running',
      'permission passed',
      'camera running',
      'camera passed',
      'microphone running',
      'microphone passed',
      'speaker asking',
      'speaker passed',
      'connection running',
      'connection passed',
      'roundTrip running',
      'roundTrip passed',
      'done',
    ])
    expect(view().result).toEqual({ verdict: 'excellent', advice: [] })
    expect(view().figures).toMatchObject({ receivedKbps: 800, lossPercent: 0, roundTripMs: 20 })
    expect(environment.live()).toEqual([])
    expect(environment).toMatchObject({ openLines: 0, listeners: 0, begun: ['test-1'], ended: ['test-1'] })
    test.close()
    expect(environment.ended).toEqual(['test-1'])
  })

  it('requests no camera when there is no picture', async () => {
    const { test, environment, state, view, wait, confirmTone } = stand()
    test.start('voice')
    await wait(1)
    expect(environment.live()).toEqual(['microphone-1'])
    expect(state('camera')).toBe('skipped')
    await confirmTone()
    await wait(20)
    expect(view().result).toEqual({ verdict: 'excellent', advice: [] })
  })

  it('tries no relay where there is none', async () => {
    const { environment, view, wait, toSpeaker, confirmTone } = stand()
    environment.hasRelay = false
    await toSpeaker()
    await confirmTone()
    await wait(1)
    expect(view().ways.relay).toEqual({ name: 'absent' })
    expect(view().current).toBe('roundTrip')
  })
})

describe('devices', () => {
  it('that are refused stop the check once; after permission the check continues', async () => {
    const { test, environment, state, view, wait } = stand()
    environment.problems = { microphone: 'denied', camera: 'denied' }
    test.start('video')
    await wait(1)
    expect(state('permission')).toBe('failed')
    expect(view().current).toBe('permission')
    environment.problems = { microphone: null, camera: null }
    test.retry('permission')
    await wait(1)
    expect(view().current).toBe('speaker')
  })

  it('that stay refused let sound and line be checked, and the verdict says what that means', async () => {
    const { test, environment, state, view, wait, confirmTone } = stand()
    environment.problems = { microphone: 'denied', camera: 'denied' }
    test.start('video')
    await wait(1)
    test.goOn()
    await wait(0)
    expect([state('camera'), state('microphone'), view().current]).toEqual(['warned', 'failed', 'speaker'])
    await confirmTone()
    await wait(2)
    expect(state('connection')).toBe('passed')
    expect(state('roundTrip')).toBe('skipped')
    expect(view().result).toEqual({
      verdict: 'impossible',
      advice: ['microphoneUnusable', 'cameraUnusable'],
    })
  })

  it('without a camera continue by voice', async () => {
    const { test, environment, state, view, wait, confirmTone } = stand()
    environment.problems.camera = 'missing'
    test.start('video')
    await wait(1)
    expect([view().current, state('camera')]).toEqual(['camera', 'warned'])
    test.goOn()
    await wait(1)
    await confirmTone()
    await wait(20)
    expect(view().result).toEqual({ verdict: 'good', advice: ['cameraUnusable'] })
  })

  it('that another app used are requested again, at once or after the verdict', async () => {
    const { test, environment, state, view, wait, confirmTone } = stand()
    environment.problems.camera = 'inUse'
    test.start('video')
    await wait(1)
    test.goOn()
    await wait(1)
    await confirmTone()
    await wait(20)
    environment.problems.camera = null
    test.retry('camera')
    await wait(20)
    expect(state('camera')).toBe('passed')
    expect(view().result).toEqual({ verdict: 'excellent', advice: [] })
    expect(environment.begun).toHaveLength(2)
    expect(environment.live()).toEqual([])
  })

  it('can be changed: the old one is closed first, and one that can’t be opened is named', async () => {
    const { test, environment, state, view, wait } = stand()
    environment.loudness = 0
    test.start('video')
    await wait(1)
    await test.choose('camera', 'camera-2')
    expect(environment.live()).toEqual(['microphone-1', 'camera-2'])
    expect(view().cameraId).toBe('camera-2')
    await test.choose('camera', 'camera-9')
    expect(state('camera')).toBe('warned')
    expect(view().problems.camera).toBe('inUse')
    expect(view().current).toBe('microphone')
    await test.choose('microphone', 'microphone-2')
    environment.loudness = 0.2
    await wait(1)
    expect(state('microphone')).toBe('passed')
    expect(environment.live()).toEqual(['microphone-2'])
  })
})

describe('a microphone', () => {
  it('that picks up nothing says so after a while, listens on, and can be skipped', async () => {
    const { test, environment, view, wait, confirmTone } = stand()
    environment.loudness = 0.001
    test.start('video')
    await wait(5)
    expect(view()).toMatchObject({ current: 'microphone', isSilent: false })
    await wait(2)
    expect(view().isSilent).toBe(true)
    test.goOn()
    await wait(0)
    expect(environment.listeners).toBe(0)
    await confirmTone()
    await wait(20)
    expect(view().result).toEqual({ verdict: 'good', advice: ['microphoneSilent'] })
  })

  it('isn’t counted as working because of a knock', async () => {
    const { test, environment, state, wait } = stand()
    environment.loudness = 0
    test.start('video')
    await wait(1)
    environment.loudness = 0.5
    await wait(0.2)
    environment.loudness = 0
    await wait(4)
    expect(state('microphone')).toBe('running')
  })

  it('of a browser that can’t measure its level can be skipped', async () => {
    const { test, environment, view, wait } = stand()
    environment.canHear = false
    test.start('video')
    await wait(8)
    expect(view()).toMatchObject({ current: 'microphone', isSilent: true })
    test.goOn()
    await wait(0)
    expect(view().current).toBe('speaker')
  })
})

describe('a speaker', () => {
  it('that wasn’t heard stops the check until a retry or a decision to continue', async () => {
    const { test, view, wait, toSpeaker, confirmTone } = stand()
    await toSpeaker()
    test.playTone()
    await wait(1.5)
    test.answerHeard(false)
    expect(view()).toMatchObject({ current: 'speaker', steps: { speaker: 'warned' } })
    await confirmTone()
    await wait(20)
    expect(view().result?.verdict).toBe('excellent')
  })

  it('may be left out', async () => {
    const { test, view, wait, toSpeaker } = stand()
    await toSpeaker()
    test.goOn()
    await wait(20)
    expect(view().result).toEqual({ verdict: 'excellent', advice: [] })
  })

  it('that the browser blocks is told apart from one that is silent', async () => {
    const { test, environment, view, wait, toSpeaker } = stand()
    environment.canPlay = false
    await toSpeaker()
    test.playTone()
    await wait(1.5)
    expect(view().tone).toBe('refused')
  })
})

describe('a line', () => {
  it('that connects only over a relay is good enough', async () => {
    const { environment, view, wait, toSpeaker, confirmTone } = stand()
    environment.ways.direct = null
    await toSpeaker()
    await confirmTone()
    await wait(30)
    expect(view().ways.direct).toEqual({ name: 'blocked' })
    expect(view().result).toEqual({ verdict: 'good', advice: ['relayed'] })
  })

  it('that connects on no path fails, and is tried again in a new room', async () => {
    const { test, environment, state, view, wait, toSpeaker, confirmTone } = stand()
    environment.ways = { direct: null, relay: null }
    await toSpeaker()
    await confirmTone()
    await wait(15)
    expect(state('connection')).toBe('failed')
    test.goOn()
    await wait(0)
    expect(view().result).toEqual({ verdict: 'impossible', advice: ['unreachable'] })
    environment.ways = { direct: 90, relay: null }
    test.retry('connection')
    await wait(30)
    expect(view().result).toEqual({ verdict: 'excellent', advice: [] })
    expect(environment.begun).toEqual(['test-1', 'test-2'])
    expect(environment.ended).toEqual(['test-1', 'test-2'])
  })

  it('that loses packets is called unstable, with the reason', async () => {
    const { environment, view, wait, toSpeaker, confirmTone } = stand()
    environment.perSec = { bytes: 50_000, packets: 90, lost: 10, roundTripMs: 400, jitterMs: 20 }
    await toSpeaker()
    await confirmTone()
    await wait(20)
    expect(view().result).toEqual({ verdict: 'unstable', advice: ['lossy', 'slow'] })
  })

  it('on which nothing comes back ends the measurement after 8 s', async () => {
    const { environment, state, view, wait, toSpeaker, confirmTone } = stand()
    environment.perSec = null
    await toSpeaker()
    await confirmTone()
    await wait(10)
    expect(state('roundTrip')).toBe('failed')
    expect(view().result).toEqual({ verdict: 'impossible', advice: ['nothingBack'] })
    expect(environment.openLines).toBe(0)
  })

  it('that the server refuses shows the server’s words, judges nothing, and can be tried again', async () => {
    const { test, environment, state, view, wait, toSpeaker, confirmTone } = stand()
    environment.refusal = refusalOf('ほかの通話が続いています。')
    await toSpeaker()
    await confirmTone()
    await wait(1)
    expect(view()).toMatchObject({ current: 'connection', refusal: 'ほかの通話が続いています。' })
    expect(state('connection')).toBe('failed')
    test.goOn()
    await wait(1)
    expect(view().stage).toBe('running')
    environment.refusal = null
    test.retry('connection')
    await wait(20)
    expect(view().result?.verdict).toBe('excellent')
  })
})

it('a server that can’t be reached is reported with what to do', async () => {
  const { environment, view, wait, toSpeaker, confirmTone } = stand()
  environment.refusal = serverFailure
  await toSpeaker()
  await confirmTone()
  await wait(1)
  expect(view().refusal).toBe('サーバーとの通信に失敗しました。少し待ってから、もう一度お試しください。')
})

describe('leaving', () => {
  it.each([
    ['while the devices are asked for', 0.05],
    ['while the microphone is listened to', 0.5],
    ['while a room is opened', 3.52],
    ['while a path is tried', 3.6],
    ['while the line is measured', 8],
  ])('%s releases devices, sound and room, and nothing continues', async (_, seconds) => {
    const { test, environment, view, wait } = stand()
    environment.loudness = seconds < 1 ? 0 : 0.2
    test.start('video')
    if (seconds > 3) {
      await wait(2)
      test.playTone()
      await wait(1.5)
      test.answerHeard(true)
      await wait(seconds - 3.5)
    } else await wait(seconds)
    test.close({ keepalive: true })
    await wait(30)
    expect(environment.live()).toEqual([])
    expect(environment).toMatchObject({ openLines: 0, listeners: 0 })
    expect(environment.keptAlive).toEqual(environment.begun)
    expect(view()).toMatchObject({ stage: 'intro', local: null })
  })
})
