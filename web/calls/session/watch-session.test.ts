import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { begin } from '../testing/call-test-timeline.ts'
import { failure } from '../testing/fake-call-environment.ts'
import type { CallEntry, Visit } from './call-entry.ts'
import { CallSession } from './call-session.ts'

/** Everything runs in virtual time; the server, the sockets and the media are fakes. */
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const watching: CallEntry = {
  direction: 'watch',
  kind: 'video',
  origin: 'sideWatch',
  partnerId: '10000001',
  role: 'caller',
  roomId: 'room-1',
}
const visit: Visit = { ratePointsPerMin: 200, spendCap: 1_000, isFreeLook: false }

const opened = async () => {
  const made = begin(watching)
  made.session.start()
  await made.wait(0)
  return made
}

describe('a visit of a live room', () => {
  it('begins with a tap alone, at the price that stood there, and opens no device', async () => {
    const { environment, session, wait } = await opened()
    expect(session.store.get().stage.name).toBe('confirm')
    expect(environment.requestsOf('enterLive')).toEqual([])
    session.enterRoom(visit)
    await wait(0)
    expect(environment.requestsOf('enterLive')).toMatchObject([
      { roomId: 'room-1', expectedRatePointsPerMin: 200, spendCap: 1_000, isFreeLook: 0 },
    ])
    expect(environment.devices.acquisitions).toBe(0)
    expect(environment.media.onlyReceives).toBe(true)
    expect(environment.media.reportedSendings).toEqual([])
    expect(session.store.get().stage.name).toBe('connecting')
  })

  it('repeats a lost request with the same id, and a refused one with another', async () => {
    const { environment, session, wait } = await opened()
    environment.server.sendAnswers = [failure('serverFailure'), failure('callRateChanged')]
    session.enterRoom(visit)
    await wait(5)
    expect(session.store.get().stage).toMatchObject({ name: 'refused', canRetry: true })
    session.enterRoom(visit)
    await wait(0)
    const [lost, refused, done] = environment.requestsOf('enterLive').map(({ callId }) => callId)
    expect(refused).toBe(lost)
    expect(done).not.toBe(lost)
  })

  it('goes on after a reload, and takes no other call for its own', async () => {
    const made = begin(watching)
    made.environment.server.myCall = made.environment.snapshot({
      origin: 'sideWatch',
      phase: 'inCall',
      dialled: true,
    })
    made.session.start()
    await made.wait(0)
    expect(made.environment.requestsOf('joinCall')).toHaveLength(1)
    expect(made.environment.devices.acquisitions).toBe(0)
    const other = begin(watching)
    other.environment.server.myCall = other.environment.snapshot({
      origin: 'live',
      phase: 'inCall',
      dialled: true,
    })
    other.session.start()
    await other.wait(0)
    expect(other.session.store.get().stage.name).toBe('confirm')
    expect(other.environment.requestsOf('joinCall')).toEqual([])
  })
  it('isn’t resumed unasked once its page has shown it as over without the server', async () => {
    const { environment, session, wait } = await opened()
    session.enterRoom(visit)
    await wait(0)
    environment.server.endAnswers = Array.from({ length: 3 }, () => failure('serverFailure'))
    session.hangUp()
    await wait(20)
    expect(session.store.get().stage.name).toBe('ended')
    const callId = String(environment.requestsOf('enterLive')[0]?.callId)
    environment.server.myCall = environment.snapshot({
      callId,
      origin: 'sideWatch',
      phase: 'inCall',
      dialled: true,
    })
    const next = new CallSession(environment.ports, watching)
    next.start()
    await wait(0)
    expect(next.store.get().stage.name).toBe('confirm')
    expect(environment.requestsOf('joinCall')).toEqual([])
    expect(environment.requestsOf('endCall')).toHaveLength(4)
  })
})
