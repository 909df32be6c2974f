import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callLive } from '#domain/calls/testing/call-live.ts'
import type { LocalMedia } from '../media/local-media.ts'
import { begin, incoming, outgoing } from '../testing/call-test-timeline.ts'
import { failure, fakeCallEnvironment } from '../testing/fake-call-environment.ts'
import type { CallEntry } from './call-entry.ts'
import { RandomCall } from './dialling/random-call.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('devices that are switched off before a call', () => {
  it('are not opened when the callee answers, and the choice is remembered', async () => {
    const { environment, session, wait } = begin(incoming)
    environment.server.call = environment.snapshot({ phase: 'ringing', role: 'broadcaster', dialled: false })
    environment.server.myCall = environment.server.call
    session.start()
    await wait(0)
    await session.switchDevice('camera', false)
    expect(environment.devices.opened).toEqual([])
    session.answer()
    await wait(0)
    expect(environment.devices.opened).toEqual([{ microphone: true, camera: false }])
    expect(environment.devices.remembered.camera).toBe(false)
    expect(session.store.get().switches.camera).toBe(false)
  })

  it('stay off for the next call of this browser', async () => {
    const { environment, session, wait } = begin({ ...outgoing, tappedRate: null })
    session.start()
    await wait(0)
    await session.switchDevice('microphone', false)
    const random = new RandomCall(environment.ports, { wasTapped: true })
    random.start()
    await wait(0)
    expect(environment.devices.opened).toEqual([{ microphone: false, camera: true }])
    random.dispose()
  })

  it('are switched while the browser asks for permission, and while the call rings', async () => {
    const { environment, session, wait } = begin()
    session.start()
    await vi.waitFor(() => expect(environment.devices.acquisitions).toBe(1))
    void session.switchDevice('camera', false)
    await wait(0)
    expect(environment.devices.switched).toEqual([['camera', false]])
    expect(session.store.get().stage.name).toBe('ringing')
    await session.switchDevice('camera', true)
    expect(environment.devices.switched.at(-1)).toEqual(['camera', true])
  })

  it('are off again when the browser refuses the camera', async () => {
    const environment = fakeCallEnvironment()
    environment.devices.remembered = { microphone: true, camera: false }
    environment.devices.refusesCamera = true
    const random = new RandomCall(environment.ports, { wasTapped: true })
    random.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(random.store.get().switches.camera).toBe(false)
    expect(await random.switchDevice('camera', true)).toBe(false)
    expect(random.store.get().switches.camera).toBe(false)
    expect(environment.devices.remembered.camera).toBe(false)
    random.dispose()
  })
})

describe('the devices of a call that is joined again', () => {
  it.each([
    ['voice', 'video'],
    ['video', 'voice'],
  ] as const)('that was dialled by %s are those of %s, which it carries by now', async (kind, now) => {
    const { environment, session, stage, wait } = begin({ ...incoming, kind })
    environment.server.myCall = environment.snapshot({
      kind,
      dialled: false,
      phase: 'inCall',
      connectedAt: '2026-11-20T12:05:00.000Z',
      live: callLive({ kind: now }),
    })
    session.start()
    await wait(0)
    expect(stage().name).toBe('inCall')
    expect(environment.devices.kinds).toEqual([now])
  })
})

describe('the own camera while a video call rings here', () => {
  const ring = async (entry: CallEntry = incoming) => {
    const ringing = begin(entry)
    const { server, snapshot } = ringing.environment
    server.call = snapshot({ phase: 'ringing', role: 'broadcaster', dialled: false })
    server.myCall = server.call
    ringing.session.start()
    await ringing.wait(0)
    return ringing
  }

  it('shows the own picture, and is used by the answer', async () => {
    const { environment, session, wait } = await ring()
    expect(environment.devices.ahead).toEqual(['open'])
    expect(session.store.get().preview).not.toBeNull()
    session.answer()
    await wait(0)
    expect(environment.devices.ahead).toEqual(['open', 'taken'])
    expect(session.store.get().stage.name).toBe('connecting')
  })

  it.each([
    ['opens with a ring that the page was just told of', 'call-1', ['open']],
    ['waits for the details of a ring that the page only remembers', null, []],
  ] as const)('%s', async (_what, rings, ahead) => {
    const { environment, session, wait } = begin(incoming)
    environment.devices.rings = rings
    environment.server.delayMs = 60_000
    session.start()
    await wait(0)
    expect(environment.devices.ahead).toEqual(ahead)
    session.dispose()
  })

  it('is closed when the member switches it off, and opened again when it is switched on', async () => {
    const { environment, session } = await ring()
    await session.switchDevice('camera', false)
    expect(environment.devices.ahead).toEqual(['open', 'closed'])
    await session.switchDevice('microphone', false)
    await session.switchDevice('camera', true)
    expect(environment.devices.ahead).toEqual(['open', 'closed', 'open'])
  })

  it('is closed by the tap that declines, before the server has answered', async () => {
    const { environment, session } = await ring()
    environment.server.delayMs = 5_000
    session.hangUp()
    expect(environment.devices.ahead).toEqual(['open', 'closed'])
    expect(session.store.get().preview).toBeNull()
  })

  /** Answered; the browser asks for the microphone until `allow`. */
  const answering = async () => {
    const answered = await ring()
    const { ports } = answered.environment
    const opened = Promise.withResolvers<LocalMedia>()
    ports.acquireMedia = () => opened.promise
    answered.session.answer()
    const allow = async () => {
      opened.resolve(ports.noMedia())
      await answered.wait(0)
    }
    return { ...answered, allow }
  }

  it('is closed by the tap that declines while the browser asks for the microphone', async () => {
    const { environment, session, allow } = await answering()
    session.hangUp()
    expect(environment.devices.ahead).toEqual(['open', 'taken', 'closed'])
    await allow()
    expect(environment.devices.stopped).toBe(1)
    expect(session.store.get().preview).toBeNull()
  })

  it('is closed by its switch while the browser asks for the microphone', async () => {
    const { environment, session, allow } = await answering()
    void session.switchDevice('camera', false)
    expect(environment.devices.ahead).toEqual(['open', 'taken', 'closed'])
    void session.switchDevice('camera', true)
    await allow()
    // Opened anew for the call, because the one that was taken is stopped.
    expect(environment.devices.ahead).toEqual(['open', 'taken', 'closed', 'open', 'closed'])
    expect(environment.devices.switched).toContainEqual(['camera', true])
  })

  it('stays closed until the server has said that the call still rings', async () => {
    const it = begin(incoming)
    it.environment.server.isAway = true
    it.session.start()
    await it.wait(0)
    expect(it.stage().name).toBe('incoming')
    expect(it.environment.devices.ahead).toEqual([])
    it.session.dispose()
  })

  it('is closed when another page answers', async () => {
    const { environment } = await ring()
    environment.change({ phase: 'connecting', role: 'broadcaster', dialled: false })
    expect(environment.devices.ahead).toEqual(['open', 'closed'])
  })

  it('is closed when the ring is over', async () => {
    const { environment, stage } = await ring()
    environment.change({ phase: 'ended', endReason: 'cancelled', role: 'broadcaster', dialled: false })
    expect(environment.devices.ahead).toEqual(['open', 'closed'])
    expect(stage().name).toBe('ended')
  })

  it('stays closed for a voice call, and for a live call, whose picture the room has', async () => {
    for (const entry of [
      { ...incoming, kind: 'voice' as const },
      { ...incoming, origin: 'live' as const },
    ]) {
      const { environment } = await ring(entry)
      expect(environment.devices.ahead).toEqual([])
    }
  })
})

it('releases the devices when the answer is refused', async () => {
  const { environment, session, wait, stage } = begin(incoming)
  environment.server.call = environment.snapshot({ phase: 'ringing', role: 'broadcaster', dialled: false })
  environment.server.myCall = environment.server.call
  environment.server.acceptAnswers = [failure('callPartnerOffline')]
  session.start()
  await wait(0)
  session.answer()
  await wait(0)
  expect(stage().name).toBe('refused')
  expect(environment.devices.stopped).toBe(1)
})
