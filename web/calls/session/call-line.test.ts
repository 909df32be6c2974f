import { describe, expect, it, vi } from 'vitest'
import { fakeCallEnvironment } from '../testing/fake-call-environment.ts'
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
  await vi.waitFor(() => expect(environment.media.lineTokens).toEqual(['line']))
  return { environment, session }
}

describe('the line of a ringing page', () => {
  it('comes up once, while nothing of the devices is asked for', async () => {
    const { environment, session } = await ringing(incoming)
    expect(environment.requestsOf('openCallLine')).toEqual([{ callId: 'call-1', pageId: 'this-page' }])
    expect(environment.devices.acquisitions).toBe(0)
    expect(environment.media.opened).toEqual([])
    environment.change({ dialled: false, phase: 'ringing' })
    await settled()
    expect(environment.media.lineTokens).toHaveLength(1)
    session.dispose()
    expect(environment.media.lines).toEqual(['closed'])
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

  it('of the callee sends once the call has given this page the place, before the answer’s request is back', async () => {
    const { environment, session } = await ringing(incoming)
    environment.change({ dialled: false, phase: 'ringing' })
    environment.server.delayMs = 50
    session.answer()
    await vi.waitFor(() => expect(environment.requestsOf('acceptCall')).toHaveLength(1))
    expect(environment.media.sentOverLine).toBe(0)
    environment.change({ dialled: false, phase: 'connecting', linePageId: 'this-page' })
    expect(environment.media.sentOverLine).toBe(1)
    expect(environment.media.opened).toEqual([])
    await vi.waitFor(() => expect(environment.media.lines).toEqual(['in place']))
    session.dispose()
  })

  it.each([
    ['another page has the place', 'other-page'],
    ['no page has it', undefined],
  ] as const)('of the callee sends nothing before the answer is back when %s', async (_what, linePageId) => {
    const { environment, session } = await ringing(incoming)
    environment.server.delayMs = 50
    session.answer()
    await vi.waitFor(() => expect(environment.requestsOf('acceptCall')).toHaveLength(1))
    environment.change({ dialled: false, phase: 'connecting', linePageId })
    await vi.waitFor(() => expect(environment.media.opened).toHaveLength(1))
    expect(environment.media.sentOverLine).toBe(0)
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

  it('isn’t missed where there is none: the page connects after the answer', async () => {
    const environment = fakeCallEnvironment()
    environment.ports.api.openCallLine = async () => ({ type: 'error', code: 'callNotRinging', message: '' })
    const session = new CallSession(environment.ports, incoming)
    session.start()
    await settled()
    session.answer()
    await vi.waitFor(() => expect(environment.media.opened).toHaveLength(1))
    expect(environment.media.lines).toEqual([])
    session.dispose()
  })

  it('of a live call isn’t asked for: its connections are there', async () => {
    const environment = fakeCallEnvironment()
    const session = new CallSession(environment.ports, { ...incoming, origin: 'live' })
    session.start()
    await settled()
    expect(environment.requestsOf('openCallLine')).toEqual([])
    session.dispose()
  })
})
