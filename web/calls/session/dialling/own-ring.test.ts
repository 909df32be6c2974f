import { describe, expect, it, vi } from 'vitest'
import type { CallOrigin } from '#contract/calls/calls.ts'
import type { Failure } from '#contract/core/client.ts'
import type { LocalMedia } from '../../media/local-media.ts'
import { failure, fakeCallEnvironment } from '../../testing/fake-call-environment.ts'
import { CallSession } from '../call-session.ts'

const settled = () => vi.waitFor(() => Promise.resolve())

const allGranted = { microphone: true, camera: true }
/** As long as a request is on its way, where it is. */
const onItsWayMs = 50

/** A dialler whose devices open without a question, and take their time. */
const dialling = async (
  granted = allGranted,
  delayMs = 0,
  refused: Failure[] = [],
  origin: CallOrigin = 'direct',
) => {
  const environment = fakeCallEnvironment()
  environment.server.sendAnswers.push(...refused)
  environment.devices.granted = granted
  environment.server.delayMs = delayMs
  const opening = Promise.withResolvers<LocalMedia>()
  environment.ports.acquireMedia = () => opening.promise
  const session = new CallSession(environment.ports, {
    ...{ kind: 'video', partnerId: '10000001', direction: 'outgoing', origin, role: 'caller' },
    tappedRate: 200,
  })
  session.start()
  const rings = Number(granted.microphone && granted.camera && origin !== 'live')
  await vi.waitFor(() => expect(environment.requestsOf('sendCallRequest')).toHaveLength(rings), {
    interval: 1,
  })
  await settled()
  const { noMedia } = environment.ports
  const stage = () => session.store.get().stage.name
  const open = async (microphone: LocalMedia['problems']['microphone'] = null) => {
    opening.resolve({ ...noMedia(), problems: { microphone, camera: microphone } })
    await vi.waitFor(() => expect(stage()).not.toBe('devices'))
    await settled()
  }
  return { environment, session, stage, open }
}

describe('a ring of a page whose devices open without a question', () => {
  it('goes out while they open, once', async () => {
    const { environment, session, stage, open } = await dialling()
    expect(environment.requestsOf('sendCallRequest')).toMatchObject([{ callId: 'new-1' }])
    expect(stage()).toBe('devices')
    await open()
    expect(stage()).toBe('ringing')
    expect(environment.requestsOf('sendCallRequest')).toHaveLength(1)
    session.dispose()
    expect(environment.requestsOf('endCall')).toEqual([])
  })

  it.each([
    { microphone: false, camera: true },
    { microphone: true, camera: false },
  ])('waits for them where the browser may ask: %o', async (granted) => {
    const { environment, stage, open } = await dialling(granted)
    expect(environment.requestsOf('sendCallRequest')).toEqual([])
    await open()
    expect(stage()).toBe('ringing')
  })

  it('goes on in the call when the partner answers before they are open', async () => {
    const { environment, stage, open } = await dialling()
    environment.change({ phase: 'connecting', linePageId: 'this-page' })
    expect(stage()).toBe('devices')
    await open()
    await vi.waitFor(() => expect(stage()).toBe('connecting'))
    expect(environment.media.lines).toEqual(['in place'])
  })

  it('rings on while the screen explains that a device can’t be used, also when it is answered then', async () => {
    const { environment, session, stage, open } = await dialling()
    await open('inUse')
    expect(stage()).toBe('blocked')
    environment.change({ phase: 'connecting' })
    expect(stage()).toBe('blocked')
    environment.ports.acquireMedia = async () => environment.ports.noMedia()
    session.retryDevices()
    await vi.waitFor(() => expect(stage()).toBe('connecting'))
    expect(environment.requestsOf('sendCallRequest')).toHaveLength(1)
  })

  it('is kept alive, and its end learnt without the socket, while the screen explains a device', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const { environment, stage, open } = await dialling()
      await open('inUse')
      environment.socketIsUp = false
      const before = environment.requestsOf('getCall').length
      await vi.advanceTimersByTimeAsync(4_000)
      expect(environment.requestsOf('getCall').length).toBeGreaterThan(before)
      expect(stage()).toBe('blocked')
    } finally {
      vi.useRealTimers()
    }
  })

  it('of a live call waits for them in any case: it ends the visit of its caller', async () => {
    const { environment, stage, open } = await dialling(allGranted, 0, [], 'live')
    expect(environment.requestsOf('sendCallRequest')).toEqual([])
    await open()
    expect(stage()).toBe('ringing')
  })

  it('is over when the partner declines it meanwhile', async () => {
    const { environment, session, stage } = await dialling()
    environment.change({ phase: 'ended', endReason: 'declined' })
    expect(stage()).toBe('ended')
    session.dispose()
    expect(environment.requestsOf('endCall')).toEqual([])
  })

  it('that is refused says so, and the next tap rings anew', async () => {
    const environment = fakeCallEnvironment()
    environment.devices.granted = { microphone: true, camera: true }
    environment.server.sendAnswers.push(failure('callPartnerOffline'))
    const session = new CallSession(environment.ports, {
      ...{ kind: 'video', partnerId: '10000001', direction: 'outgoing', origin: 'direct', role: 'caller' },
      tappedRate: 200,
    })
    session.start()
    await vi.waitFor(() => expect(session.store.get().stage.name).toBe('refused'))
    session.dial(200)
    await vi.waitFor(() => expect(session.store.get().stage.name).toBe('ringing'))
    expect(environment.requestsOf('sendCallRequest').map(({ callId }) => callId)).toEqual(['new-1', 'new-2'])
  })
})

describe('a ring that is given up while the devices open', () => {
  it.each([
    ['rings', 0],
    ['is still on its way', onItsWayMs],
  ])('ends when it %s', async (_what, delayMs) => {
    const { environment, session, stage } = await dialling(allGranted, delayMs)
    session.hangUp()
    await vi.waitFor(() => expect(environment.requestsOf('endCall')).toEqual([{ callId: 'new-1' }]))
    await vi.waitFor(() => expect(stage()).toBe('ended'))
    await settled()
    expect(environment.requestsOf('endCall')).toHaveLength(1)
  })

  it('is ended without waiting where the answer to its request got lost', async () => {
    const lost = [failure('serverFailure'), failure('serverFailure'), failure('serverFailure')]
    const { environment, session, stage } = await dialling(allGranted, 0, lost)
    session.hangUp()
    await vi.waitFor(() => expect(stage()).toBe('left'), { timeout: 10_000 })
    expect(environment.requestsOf('endCall')).toEqual([{ callId: 'new-1' }])
  }, 15_000)

  it('is no ring where it was refused', async () => {
    const refused = [failure('callPartnerBusy')]
    const { environment, session, stage } = await dialling(allGranted, onItsWayMs, refused)
    session.hangUp()
    await vi.waitFor(() => expect(stage()).toBe('left'))
    expect(environment.requestsOf('endCall')).toEqual([])
  })

  it.each([
    ['screen is left', 0, (session: CallSession) => session.dispose()],
    ['screen is left', onItsWayMs, (session: CallSession) => session.dispose()],
    ['page is closed', 0, (session: CallSession) => session.leavePage()],
  ])('ends when the %s (after %i ms)', async (_what, delayMs, leave) => {
    const { environment, session } = await dialling(allGranted, delayMs)
    leave(session)
    await vi.waitFor(() => expect(environment.requestsOf('endCall')).toEqual([{ callId: 'new-1' }]))
    await settled()
    expect(environment.requestsOf('endCall')).toHaveLength(1)
  })
})
