import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallSnapshot } from '../../contract/calls.ts'
import type { Failure } from '../../contract/client.ts'
import { begin, connected, incoming } from './call-timeline.ts'
import { connectedSecAt } from './call-view.ts'
import { failure } from './fake-call-world.ts'

/** Everything runs in virtual time; the server, the sockets, the devices and the media are fakes. */
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('in the call', () => {
  it('beats for the payer every 6 s, each with an id of its own', async () => {
    const { world, wait } = await connected()
    await wait(18)
    const beats = world.asked('pay')
    expect(beats).toHaveLength(4)
    expect(new Set(beats.map((beat) => beat.requestId)).size).toBe(4)
  })

  it('never beats for her', async () => {
    const { world, session, wait } = begin(incoming)
    session.start()
    await wait(0)
    session.answer()
    await wait(0)
    world.news({
      dialled: false,
      role: 'broadcaster',
      phase: 'inCall',
      connectedAt: '2026-11-20T12:05:00.000Z',
    })
    await wait(30)
    expect(world.asked('pay')).toEqual([])
  })

  it('asks how it stands only while the socket is down', async () => {
    const { world, wait } = await connected()
    const before = world.asked('getCall').length
    await wait(20)
    expect(world.asked('getCall')).toHaveLength(before)
    world.socketIsUp = false
    await wait(6)
    expect(world.asked('getCall')).toHaveLength(before + 3)
  })

  it('asks what it missed when the socket is back', async () => {
    const { world, stage, wait } = await connected()
    world.server.call = world.snapshot({ phase: 'ended', endReason: 'byBroadcaster', callDurationSec: 9 })
    world.socketBack()
    await wait(0)
    expect(stage()).toMatchObject({ name: 'ended', info: { callDurationSec: 9 } })
  })

  it('stands still while a side is away, and asks for the meter when it is back', async () => {
    const { world, session, wait } = await connected()
    world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', reconnecting: 'broadcaster' })
    expect(session.store.get().standsSince).not.toBeNull()
    const before = world.asked('pay').length
    await wait(1)
    world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', reconnecting: null })
    expect(session.store.get().standsSince).toBeNull()
    expect(world.asked('pay').length).toBe(before + 1)
  })

  it('stands still when its own line is down, before the server knows', async () => {
    const { world, session } = await connected()
    world.media.state('reconnecting')
    expect(session.store.get().standsSince).not.toBeNull()
    world.media.state('flowing')
    expect(session.store.get().standsSince).toBeNull()
  })

  it('counts the seconds for the side that sees no charges, from the server’s figure', async () => {
    const { world, session, wait } = await connected()
    world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', callDurationSec: 40 })
    await wait(3)
    expect(connectedSecAt(session.store.get(), world.ports.now())).toBe(43)
  })

  it('ends when the points are gone', async () => {
    const { world, stage, wait } = await connected()
    world.server.payAnswers.push(failure('callGone'))
    world.server.call = world.snapshot({
      phase: 'ended',
      endReason: 'pointless',
      connectedAt: '2026-11-20T12:05:00.000Z',
      callDurationSec: 66,
    })
    await wait(6)
    expect(stage()).toMatchObject({ name: 'ended', info: { type: 'pointless', callDurationSec: 66 } })
    expect(world.media.closed).toEqual([{}])
  })

  it('hangs up once, stops the media at once, and leaves the server’s word behind', async () => {
    const { world, session, stage, wait } = await connected()
    session.hangUp()
    session.hangUp()
    expect(world.media.closed.length).toBeGreaterThan(0)
    await wait(0)
    expect(world.asked('endCall')).toEqual([{ callId: 'new-1' }])
    expect(stage()).toMatchObject({ name: 'ended', info: { type: 'others', callId: 'new-1' } })
  })

  it('says how it ended even when the server can’t be reached', async () => {
    const { world, session, stage, wait } = await connected()
    world.news({ phase: 'inCall', connectedAt: '2026-11-20T12:05:00.000Z', callDurationSec: 40 })
    await wait(25)
    world.server.endAnswers.push(...Array<Failure>(3).fill(failure('serverFailure')))
    session.hangUp()
    await wait(10)
    const info = { message: 'ビデオ通話を終了しました。', callDurationSec: 65, isConnected: true }
    expect(stage()).toMatchObject({ name: 'ended', info })
  })

  it('never goes back to an earlier phase', async () => {
    const { world, stage } = await connected()
    world.news({ phase: 'connecting' })
    expect(stage().name).toBe('inCall')
  })

  it('ignores the news of another call', async () => {
    const { world, stage } = await connected()
    world.news({ callId: 'another', phase: 'ended', endReason: 'byCaller' })
    expect(stage().name).toBe('inCall')
  })

  it('goes on elsewhere when another tab takes it, without ending', async () => {
    const { world, stage } = await connected()
    world.takeElsewhere()
    expect(stage().name).toBe('elsewhere')
    expect(world.asked('endCall')).toEqual([])
    expect(world.media.closed).toEqual([{}])
  })
})

describe('a page that goes away', () => {
  it('closes its media so that the goodbye outlives it, and doesn’t end the call', async () => {
    const { world, session } = await connected()
    session.leavePage()
    expect(world.media.closed).toEqual([{ keepalive: true }])
    expect(world.asked('endCall')).toEqual([])
  })

  it('gives up a ring', async () => {
    const { world, session, wait } = begin()
    session.start()
    await wait(0)
    session.leavePage()
    expect(world.asked('endCall')).toEqual([{ callId: 'new-1' }])
  })

  it('leaves nothing running', async () => {
    const { world, session, wait } = await connected()
    session.dispose()
    const before = world.askedAtAll()
    await wait(60)
    expect(world.askedAtAll()).toBe(before)
    const late: Partial<CallSnapshot> = { phase: 'ended', endReason: 'byBroadcaster' }
    world.news(late)
    expect(session.store.get().stage.name).toBe('inCall')
  })
})
