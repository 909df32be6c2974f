import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EndReason } from '#contract/calls/calls.ts'
import { failure, fakeCallEnvironment } from '../../testing/fake-call-environment.ts'
import { RandomCall } from './random-call.ts'

/** Everything runs in virtual time; the server, the sockets, the devices and the media are fakes. */
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const mio = { id: '10000001', name: 'みお', avatarId: null }
const rin = { id: '10000002', name: 'りん', avatarId: null }
const waiting = (ahead: number) => ({ since: '2026-11-20T12:04:50.000Z', ahead, estimateSec: 40 })

const begin = ({ wasTapped = true } = {}) => {
  const environment = fakeCallEnvironment()
  const random = new RandomCall(environment.ports, { wasTapped })
  const stage = () => random.store.get().stage
  return {
    environment,
    random,
    stage,
    callStage: () => {
      const now = stage()
      return now.name === 'calling' ? now.session.store.get().stage.name : null
    },
    /** Ends the ring that is under way. */
    ringEnds: (endReason: EndReason) => environment.change({ phase: 'ended', endReason }),
    wait: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  }
}

describe('a random call', () => {
  it('shows the price before the tap, and requests nothing', async () => {
    const { environment, random, stage, wait } = begin({ wasTapped: false })
    random.start()
    await wait(10)
    expect(stage().name).toBe('confirm')
    expect(environment.devices.acquisitions).toBe(0)
    expect(environment.requestsOf('requestRandomCall')).toEqual([])
    random.search()
    await wait(0)
    expect(stage().name).toBe('waiting')
  })

  it('shows its place in the queue, asks every 2 s, rings the broadcaster found, and runs', async () => {
    const { environment, random, stage, callStage, wait } = begin()
    environment.server.randomAnswers.push(waiting(2), waiting(1), mio)
    random.start()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'waiting', wait: { ahead: 2, estimateSec: 40 } })
    await wait(2)
    expect(stage()).toMatchObject({ name: 'waiting', wait: { ahead: 1 } })
    await wait(2)
    expect(callStage()).toBe('ringing')
    expect(environment.requestsOf('requestRandomCall')).toEqual(Array(3).fill({ callId: 'new-1' }))
    expect(environment.requestsOf('sendCallRequest')).toEqual([])
    environment.change({ phase: 'connecting' })
    environment.change({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z' })
    expect(callStage()).toBe('inCall')
    expect(environment.media.opened).toEqual([
      { callId: 'new-1', token: 'bearer', iceServers: [environment.relay] },
    ])
  })

  it.each(['declined', 'missed'] as const)(
    'continues the search by itself after a ring that was %s, with the devices it has',
    async (reason) => {
      const { environment, random, stage, callStage, ringEnds, wait } = begin()
      environment.server.randomAnswers.push(mio, rin)
      random.start()
      await wait(0)
      ringEnds(reason)
      await wait(0)
      expect(callStage()).toBe('ringing')
      expect(stage()).toMatchObject({ entry: { partnerId: rin.id } })
      expect(random.store.get().unanswered).toBe(1)
      expect(environment.requestsOf('requestRandomCall').map(({ callId }) => callId)).toEqual([
        'new-1',
        'new-2',
      ])
      expect(environment.devices).toMatchObject({ acquisitions: 1, stopped: 0 })
    },
  )

  it('asks before a fourth partner is rung, and then continues', async () => {
    const { environment, random, stage, callStage, ringEnds, wait } = begin()
    environment.server.randomAnswers.push(mio, rin, mio, rin)
    random.start()
    await wait(0)
    for (const reason of ['declined', 'missed', 'busy'] as const) {
      expect(callStage()).toBe('ringing')
      ringEnds(reason)
      await wait(0)
    }
    expect(stage().name).toBe('asking')
    await wait(60)
    expect(environment.requestsOf('requestRandomCall')).toHaveLength(3)
    random.search()
    await wait(0)
    expect(callStage()).toBe('ringing')
    expect(random.store.get().unanswered).toBe(0)
  })

  it('gives its place up when the caller leaves, and makes no more requests', async () => {
    const { environment, random, stage, wait } = begin()
    random.start()
    await wait(5)
    random.leave()
    expect(stage().name).toBe('left')
    expect(environment.requestsOf('cancelRandomCall')).toEqual([{ callId: 'new-1' }])
    expect(environment.devices.stopped).toBe(1)
    const before = environment.requestCount()
    await wait(60)
    expect(environment.requestCount()).toBe(before)
  })

  it('ignores a broadcaster who is found after the caller left', async () => {
    const { environment, random, stage, wait } = begin()
    environment.server.delayMs = 500
    environment.server.randomAnswers.push(mio)
    random.start()
    await wait(0.2)
    random.leave()
    await wait(5)
    expect(stage().name).toBe('left')
    expect(environment.requestsOf('cancelRandomCall')).toEqual([{ callId: 'new-1' }])
    expect(environment.media.opened).toEqual([])
  })

  it('leaves when the caller cancels a ring', async () => {
    const { environment, random, stage, wait } = begin()
    environment.server.randomAnswers.push(mio)
    random.start()
    await wait(0)
    const now = stage()
    if (now.name === 'calling') now.session.hangUp()
    await wait(5)
    expect(stage().name).toBe('left')
    expect(environment.requestsOf('endCall')).toEqual([{ callId: 'new-1' }])
    expect(environment.requestsOf('requestRandomCall')).toHaveLength(1)
  })

  it('ends like any other call once it ran', async () => {
    const { environment, random, callStage, wait } = begin()
    environment.server.randomAnswers.push(mio, rin)
    random.start()
    await wait(0)
    environment.change({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z' })
    environment.change({
      phase: 'ended',
      endReason: 'byBroadcaster',
      connectedAt: '2026-11-20T12:05:00.000Z',
    })
    await wait(30)
    expect(callStage()).toBe('ended')
    expect(environment.requestsOf('requestRandomCall')).toHaveLength(1)
  })

  it('reports after three losses that no answer arrives, and tries the same id on request', async () => {
    const { environment, random, stage, wait } = begin()
    environment.server.randomAnswers.push(...Array(3).fill(failure('serverFailure')))
    random.start()
    await wait(3)
    expect(stage().name).toBe('waiting')
    await wait(2)
    expect(stage()).toMatchObject({ name: 'refused', isPointless: false })
    random.search()
    await wait(0)
    expect(stage().name).toBe('waiting')
    expect(environment.requestsOf('requestRandomCall').map(({ callId }) => callId)).toEqual(
      Array(4).fill('new-1'),
    )
  })

  it('reports that the points are too few', async () => {
    const { environment, random, stage, wait } = begin()
    environment.server.randomAnswers.push(failure('insufficientPoints'))
    random.start()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'refused', isPointless: true })
  })

  it('continues with the next partner when one was found and gone before the answer arrived', async () => {
    const { environment, random, callStage, wait } = begin()
    environment.server.randomAnswers.push(failure('callGone'), rin)
    random.start()
    await wait(0)
    expect(callStage()).toBe('ringing')
    expect(random.store.get().unanswered).toBe(1)
  })

  it('explains once that a device can’t be used, and then searches without it', async () => {
    const { environment, random, stage, ringEnds, callStage, wait } = begin()
    environment.devices.problems = { microphone: null, camera: 'missing' }
    environment.server.randomAnswers.push(mio, rin)
    random.start()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'blocked', canGoOn: true })
    random.goOnWithoutDevices()
    await wait(0)
    ringEnds('declined')
    await wait(0)
    expect(callStage()).toBe('ringing')
  })

  it('resumes the call that was found, after a reload', async () => {
    const { environment, random, callStage, wait } = begin({ wasTapped: false })
    const connectedAt = '2026-11-20T12:05:00.000Z'
    environment.server.myCall = environment.snapshot({ origin: 'random', phase: 'inCall', connectedAt })
    random.start()
    await wait(0)
    expect(callStage()).toBe('inCall')
    expect(environment.requestsOf('joinCall')).toHaveLength(1)
  })

  it('gives up what it waits for or rings when its page is closed', async () => {
    const { environment, random, wait } = begin()
    random.start()
    await wait(3)
    random.leavePage()
    expect(environment.requestsOf('cancelRandomCall')).toEqual([{ callId: 'new-1' }])

    const ringing = begin()
    ringing.environment.server.randomAnswers.push(mio)
    ringing.random.start()
    await ringing.wait(0)
    ringing.random.leavePage()
    expect(ringing.environment.requestsOf('endCall')).toEqual([{ callId: 'new-1' }])
    expect(ringing.environment.requestsOf('cancelRandomCall')).toEqual([])

    const next = new RandomCall(ringing.environment.ports, { wasTapped: false })
    ringing.environment.server.myCall = ringing.environment.snapshot({ callId: 'new-1', origin: 'random' })
    next.start()
    await ringing.wait(0)
    expect(next.store.get().stage.name).toBe('confirm')
  })
})
