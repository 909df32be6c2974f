import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LocalMedia } from '../media/local-media.ts'
import { failure, fakeCallEnvironment } from '../testing/fake-call-environment.ts'
import type { CallEntry } from './call-entry.ts'
import { CallSession } from './call-session.ts'

const settled = () => vi.waitFor(() => Promise.resolve())
const anyEntry = { kind: 'video', partnerId: '10000001' } as const
const incoming: CallEntry = {
  ...anyEntry,
  direction: 'incoming',
  origin: 'direct',
  role: 'broadcaster',
  callId: 'call-1',
}
const outgoing: CallEntry = {
  ...anyEntry,
  direction: 'outgoing',
  origin: 'direct',
  role: 'caller',
  tappedRate: 200,
}

const ringing = async (entry: CallEntry) => {
  const environment = fakeCallEnvironment()
  const session = new CallSession(environment.ports, entry)
  session.start()
  await vi.waitFor(() => expect(environment.media.lineCalls).toHaveLength(1))
  // The page has looked whether the call still rings.
  await settled()
  return { environment, session }
}

/** The accept was tapped, and its request is on its way. */
const answering = async () => {
  const { environment, session } = await ringing(incoming)
  environment.change({ dialled: false, phase: 'ringing' })
  environment.server.delayMs = 50
  session.answer()
  await vi.waitFor(() => expect(environment.requestsOf('acceptCall')).toHaveLength(1))
  return { environment, session }
}

describe('the line of a ringing page', () => {
  it('comes up once, while nothing of the devices is asked for', async () => {
    const { environment, session } = await ringing(incoming)
    expect(environment.media.lineCalls).toEqual(['call-1'])
    expect(environment.devices.acquisitions).toBe(0)
    expect(environment.media.opened).toEqual([])
    environment.change({ dialled: false, phase: 'ringing' })
    await settled()
    expect(environment.media.lineCalls).toHaveLength(1)
    // The screen can play it before the call's own screen is drawn.
    expect(session.store.get().early).toBe(environment.media.remote)
    session.dispose()
    // The call rings on, on the member's other pages.
    expect(environment.media.lines).toEqual(['given up'])
  })

  it.each([
    ['goes on in the call when this page has the place', 'this-page', 'in place'],
    ['is made anew when the server has lost it', undefined, 'anew'],
  ] as const)('of the callee %s', async (_what, linePageId, fate) => {
    const { environment, session } = await ringing(incoming)
    environment.server.call = environment.snapshot({ dialled: false, linePageId })
    session.answer()
    await vi.waitFor(() => expect(environment.media.opened).toHaveLength(1))
    expect(environment.requestsOf('acceptCall')).toEqual([{ callId: 'call-1', pageId: 'this-page' }])
    expect(environment.media.lines).toEqual([fate])
    session.dispose()
    expect(environment.media.lines).toEqual([fate])
  })

  it('of the callee sends from the tap on, before the accept’s request is back', async () => {
    const { environment, session } = await answering()
    expect(environment.media.overLine).toEqual(['sent'])
    expect(environment.media.opened).toEqual([])
    environment.change({ dialled: false, phase: 'connecting', linePageId: 'this-page' })
    await vi.waitFor(() => expect(environment.media.lines).toEqual(['in place']))
    expect(environment.media.overLine).toEqual(['sent'])
    session.dispose()
  })

  it('of the callee sends nothing before the tap, nor while the devices are being opened', async () => {
    const { environment, session } = await ringing(incoming)
    environment.change({ dialled: false, phase: 'ringing' })
    const opened = Promise.withResolvers<LocalMedia>()
    environment.ports.acquireMedia = () => opened.promise
    session.answer()
    await settled()
    expect(environment.media.overLine).toEqual([])
    // Another page answers meanwhile: the accept comes too late.
    environment.change({ dialled: false, phase: 'connecting', linePageId: 'other-page' })
    opened.resolve(environment.ports.noMedia())
    await vi.waitFor(() => expect(environment.requestsOf('acceptCall')).toHaveLength(1))
    expect(environment.media.overLine).toEqual([])
    session.dispose()
  })

  it.each([
    ['is gone', 'callGone', { phase: 'ended', endReason: 'cancelled' }],
    ['was answered elsewhere', 'callNotRinging', { phase: 'connecting', linePageId: 'other-page' }],
    ['still rings after an error', 'mediaUnavailable', { phase: 'ringing' }],
    ['can’t be reached', 'serverFailure', { phase: 'ringing' }],
  ] as const)(
    'of the callee takes its tracks back when the accept is refused and the call %s',
    async (_what, code, change) => {
      const { environment, session } = await ringing(incoming)
      environment.server.call = environment.snapshot({ dialled: false, ...change })
      environment.server.acceptAnswers.push(failure(code))
      // What the refusal is followed by never comes back.
      const never = () => new Promise<never>(() => undefined)
      Object.assign(environment.ports.api, { getCall: never, getMyCall: never })
      session.answer()
      await vi.waitFor(() => expect(environment.media.overLine).toEqual(['sent', 'taken back']))
      session.dispose()
    },
  )

  it.each([
    ['another page has the place', 'other-page'],
    ['no page has it', undefined],
  ] as const)(
    'of the callee takes its tracks back before the answer is back when %s',
    async (_what, linePageId) => {
      const { environment, session } = await answering()
      environment.change({ dialled: false, phase: 'connecting', linePageId })
      expect(environment.media.overLine).toEqual(['sent', 'taken back'])
      session.dispose()
    },
  )

  it('of the callee takes its tracks back when the member hangs up while the accept is on its way', async () => {
    const { environment, session } = await answering()
    session.hangUp()
    expect(environment.media.overLine).toEqual(['sent', 'taken back'])
    environment.change({ dialled: false, phase: 'connecting', linePageId: 'this-page' })
    expect(environment.media.overLine).toEqual(['sent', 'taken back'])
    session.dispose()
  })

  it('of the callee goes on sending when the accept is stored and only its response is lost', async () => {
    const { environment, session } = await answering()
    environment.server.acceptAnswers.push(failure('serverFailure'))
    environment.server.myCall = environment.snapshot({
      dialled: false,
      phase: 'connecting',
      linePageId: 'this-page',
    })
    environment.change({ dialled: false, phase: 'connecting', linePageId: 'this-page' })
    await vi.waitFor(() => expect(environment.media.lines).toEqual(['in place']))
    expect(environment.requestsOf('joinCall')).toHaveLength(1)
    expect(environment.media.overLine).toEqual(['sent'])
    session.dispose()
  })

  it('of the callee sends again when the call turns out to be answered by this page', async () => {
    const { environment, session } = await ringing(incoming)
    environment.server.acceptAnswers.push(failure('serverFailure'))
    environment.ports.api.getMyCall = () => new Promise<never>(() => undefined)
    session.answer()
    await vi.waitFor(() => expect(environment.media.overLine).toEqual(['sent', 'taken back']))
    environment.change({ dialled: false, phase: 'connecting', linePageId: 'this-page' })
    expect(environment.media.overLine).toEqual(['sent', 'taken back', 'sent'])
    session.dispose()
  })

  it('of the dialler waits for the room before it goes on', async () => {
    const { environment } = await ringing(outgoing)
    environment.change({ phase: 'accepted' })
    await settled()
    expect(environment.media.opened).toEqual([])
    environment.change({ phase: 'connecting', linePageId: 'this-page' })
    expect(environment.media.lines).toEqual(['in place'])
    expect(environment.media.opened).toHaveLength(1)
  })

  it.each([
    ['was answered elsewhere', { phase: 'connecting' }],
    ['was given up', { phase: 'ended', endReason: 'cancelled' }],
    ['was missed', { phase: 'ended', endReason: 'missed' }],
  ] as const)('ends when the ring %s', async (_what, change) => {
    const { environment } = await ringing(incoming)
    environment.change({ dialled: false, ...change })
    expect(environment.media.lines).toEqual(['closed'])
    expect(environment.media.opened).toEqual([])
  })

  it('of a live call isn’t asked for: its connections are there', async () => {
    const environment = fakeCallEnvironment()
    const session = new CallSession(environment.ports, { ...incoming, origin: 'live' })
    session.start()
    await settled()
    expect(environment.media.lineCalls).toEqual([])
    session.dispose()
  })
})

describe('an accept whose devices open without a question', () => {
  const granted = async (microphone: LocalMedia['problems']['microphone'] = null) => {
    const environment = fakeCallEnvironment()
    environment.devices.granted = { microphone: true, camera: true }
    const opened = Promise.withResolvers<LocalMedia>()
    environment.ports.acquireMedia = () => opened.promise
    const session = new CallSession(environment.ports, incoming)
    session.start()
    environment.change({ dialled: false, phase: 'ringing' })
    await vi.waitFor(() => expect(environment.media.lineCalls).toHaveLength(1))
    environment.server.call = environment.snapshot({ dialled: false, linePageId: 'this-page' })
    session.answer()
    await settled()
    const { noMedia } = environment.ports
    const finishOpening = () =>
      opened.resolve({ ...noMedia(), problems: { microphone, camera: microphone && 'inUse' } })
    return { environment, session, finishOpening }
  }
  /** The microphone turns out to be used by another program. */
  const blocked = async () => {
    const { environment, session, finishOpening } = await granted('inUse')
    finishOpening()
    await vi.waitFor(() => expect(session.store.get().stage.name).toBe('blocked'))
    return { environment, session }
  }

  it('is requested by a tap that comes before the call’s details', async () => {
    const environment = fakeCallEnvironment()
    environment.devices.granted = { microphone: true, camera: true }
    environment.ports.acquireMedia = () => Promise.withResolvers<LocalMedia>().promise
    environment.server.delayMs = 60_000
    const session = new CallSession(environment.ports, incoming)
    session.start()
    await settled()
    session.answer()
    await settled()
    expect(environment.requestsOf('acceptCall')).toHaveLength(1)
    expect(session.store.get().call).toBeNull()
    session.dispose()
  })

  it('is requested while they open, and sends nothing before they are open', async () => {
    const { environment, session, finishOpening } = await granted()
    expect(environment.requestsOf('acceptCall')).toEqual([{ callId: 'call-1', pageId: 'this-page' }])
    environment.change({ dialled: false, phase: 'connecting', linePageId: 'this-page' })
    expect(environment.media.overLine).toEqual([])
    finishOpening()
    await vi.waitFor(() => expect(environment.media.lines).toEqual(['in place']))
    expect(environment.media.overLine).toEqual(['sent'])
    expect(environment.requestsOf('acceptCall')).toHaveLength(1)
    session.dispose()
  })

  it('ends with its call when the screen is left before they are open', async () => {
    const { environment, session } = await blocked()
    expect(environment.requestsOf('endCall')).toEqual([])
    session.dispose()
    expect(environment.requestsOf('endCall')).toEqual([{ callId: 'call-1' }])
  })

  it('leaves the call alone when the screen is left and another page has the place', async () => {
    const { environment, session } = await granted()
    environment.change({ dialled: false, phase: 'connecting', linePageId: 'another-page' })
    session.dispose()
    expect(environment.requestsOf('endCall')).toEqual([])
  })

  it('is completed by the next attempt when they turn out to be in use', async () => {
    const { environment, session } = await blocked()
    environment.change({ dialled: false, phase: 'connecting', linePageId: 'this-page' })
    expect(session.store.get().stage.name).toBe('blocked')
    environment.ports.acquireMedia = async () => environment.ports.noMedia()
    session.retryDevices()
    await vi.waitFor(() => expect(environment.media.lines).toEqual(['in place']))
    expect(environment.requestsOf('acceptCall')).toHaveLength(1)
    session.dispose()
  })

  it('is over when another page was faster, also while they are in use', async () => {
    const { environment, session } = await blocked()
    environment.change({ dialled: false, phase: 'connecting', linePageId: 'other-page' })
    expect(session.store.get().stage.name).toBe('elsewhere')
    expect(environment.media.overLine).toEqual([])
  })

  it.each([
    ['waits for them where the microphone isn’t granted', { microphone: false, camera: true }, true, 0],
    ['waits for them where the camera isn’t granted', { microphone: true, camera: false }, true, 0],
    ['needs no camera that is switched off', { microphone: true, camera: false }, false, 1],
  ] as const)('%s', async (_what, devices, camera, requests) => {
    const environment = fakeCallEnvironment()
    environment.devices.granted = devices
    environment.devices.remembered = { microphone: true, camera }
    environment.ports.acquireMedia = () => new Promise<never>(() => undefined)
    const session = new CallSession(environment.ports, incoming)
    session.start()
    environment.change({ dialled: false, phase: 'ringing' })
    await vi.waitFor(() => expect(environment.media.lineCalls).toHaveLength(1))
    session.answer()
    await settled()
    expect(environment.requestsOf('acceptCall')).toHaveLength(requests)
    session.dispose()
  })
})

describe('a ring that the page was just told of', () => {
  const told = (known?: 'known') => {
    const environment = fakeCallEnvironment()
    const rings = environment.snapshot({ callId: 'call-1', dialled: false, phase: 'ringing' })
    environment.devices.rings = 'call-1'
    environment.server.call = rings
    const session = new CallSession(environment.ports, incoming, known ? rings : null)
    session.start()
    return { environment, session, rings }
  }
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is shown without a request, where the page knows it', () => {
    const { environment, session, rings } = told('known')
    expect(session.store.get()).toMatchObject({ stage: { name: 'incoming' }, call: rings })
    expect([environment.requestsOf('getMyCall'), environment.requestsOf('getCall')]).toEqual([[], []])
  })

  it('is asked for where no event brings its details in time', async () => {
    const { environment, session } = told()
    await vi.advanceTimersByTimeAsync(299)
    expect(environment.requestsOf('getCall')).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(environment.requestsOf('getCall')).toEqual([{ callId: 'call-1' }])
    expect(session.store.get().call?.callId).toBe('call-1')
  })

  it('is not asked for once an event has brought them', async () => {
    const { environment, session } = told()
    environment.change({ callId: 'call-1', dialled: false, phase: 'ringing' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(environment.requestsOf('getCall')).toEqual([])
    session.dispose()
  })

  it('is looked up where the page gave it up before', () => {
    const environment = fakeCallEnvironment()
    environment.devices.rings = 'call-1'
    environment.ports.givenUp.store('call-1')
    new CallSession(environment.ports, incoming).start()
    expect(environment.requestsOf('getMyCall')).toHaveLength(1)
  })
})
