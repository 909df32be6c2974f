import { describe, expect, it } from 'vitest'
import { isCallPage } from '#domain/calls/call-pages.ts'
import {
  type NewChatPollingEffect,
  type NewChatPollingState,
  newChatPollingAt,
  newChatPollingStep,
  type SharedPolling,
} from './new-chat-polling.ts'

const start = Date.UTC(2026, 10, 20, 12, 5, 0)

/** A tab in virtual time: the server answers each request at once, unless the test makes it slow. */
const browse = (pathname: string) => {
  let state: NewChatPollingState = newChatPollingAt(pathname)
  let now = start
  const polledAtSec: number[] = []
  const world = { hasSession: true, isVisible: true, isSlow: false, isError: false }
  const shared: SharedPolling = {
    lastPollingState: 'End',
    lastPollingTime: null,
    visitConfirmMailPathTime: null,
  }

  const apply = ([next, effects]: [NewChatPollingState, NewChatPollingEffect[]]) => {
    state = next
    for (const effect of effects) {
      if (effect === 'unlock') shared.lastPollingState = 'End'
      if (effect !== 'ask') continue
      polledAtSec.push((now - start) / 1000)
      shared.lastPollingState = 'Start'
      shared.lastPollingTime = now
      if (!world.isSlow) answer()
    }
  }
  const answer = (isError = world.isError) =>
    apply(newChatPollingStep(state, { type: 'answered', isError }, now))

  return {
    askedAtSec: polledAtSec,
    world,
    shared,
    answer,
    counter: () => state.counter,
    go: (to: string) => apply(newChatPollingStep(state, { type: 'routeChanged', pathname: to }, now)),
    wait: (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 4) {
        now += 4_000
        const { hasSession, isVisible } = world
        apply(newChatPollingStep(state, { type: 'tick', hasSession, isVisible, shared }, now))
      }
    },
  }
}

describe('polling for new chats (specification 4)', () => {
  it('polls every 4 s and stops after 60 ticks', () => {
    const tab = browse('/')
    tab.wait(1_000)
    expect(tab.askedAtSec).toHaveLength(60)
    expect(tab.askedAtSec.slice(0, 3)).toEqual([4, 8, 12])
    expect(tab.askedAtSec.at(-1)).toBe(240)
  })

  it('does not start again after a route change: only call pages reset the counter', () => {
    const tab = browse('/')
    tab.wait(1_000)
    tab.go('/my-page')
    tab.wait(400)
    expect(tab.askedAtSec).toHaveLength(60)
  })

  it('continues through a call of any length, and for the 60 ticks after it', () => {
    const tab = browse('/profile/video-call-broadcaster/pc/10482736')
    tab.wait(500 * 4)
    expect(tab.askedAtSec).toHaveLength(500)
    expect(tab.counter()).toBe(0)
    tab.go('/')
    tab.wait(1_000)
    expect(tab.askedAtSec).toHaveLength(560)
  })

  it.each([
    [300, 10],
    [301, 0],
  ])('after %s idle ticks a call page makes it poll %s times in 40 s', (idleTicks, asked) => {
    const tab = browse('/')
    tab.wait(idleTicks * 4)
    tab.go('/incoming/voice-call/10482736')
    tab.wait(40)
    expect(tab.askedAtSec.length - 60).toBe(asked)
  })

  it.each(['/', '/profile/channel/10482736'])(
    'sets the counter to 500 after an error on %s and stays stopped on every page',
    (path) => {
      const tab = browse(path)
      tab.world.isError = true
      tab.wait(4)
      expect(tab.counter()).toBe(500)
      tab.world.isError = false
      for (const next of ['/search', '/chat/10482736', '/outgoing/voice-call', path]) {
        tab.go(next)
        tab.wait(1_000)
      }
      expect(tab.askedAtSec).toEqual([4])
    },
  )

  it('runs only with a session', () => {
    const tab = browse('/')
    tab.world.hasSession = false
    tab.wait(400)
    tab.world.hasSession = true
    tab.wait(4)
    expect(tab.askedAtSec).toEqual([404])
  })

  it('leaves polling to a visible tab while it is hidden, and continues when it is visible again', () => {
    const tab = browse('/')
    tab.world.isVisible = false
    tab.wait(4_000)
    expect(tab.askedAtSec).toEqual([])
    tab.world.isVisible = true
    tab.wait(8)
    expect(tab.askedAtSec).toEqual([4_004, 4_008])
  })
})

describe('the lock (lastPollingState, lastPollingTime)', () => {
  it('keeps a second tab from polling, and counts as End when it is older than 11 s', () => {
    const tab = browse('/')
    tab.shared.lastPollingState = 'Start'
    tab.shared.lastPollingTime = start
    tab.wait(8)
    expect(tab.askedAtSec).toEqual([])
    expect(tab.shared.lastPollingState).toBe('Start')
    tab.wait(4)
    expect(tab.askedAtSec).toEqual([12])
    expect(tab.shared.lastPollingState).toBe('End')
  })

  it.each([
    [11_000, []],
    [11_001, [4]],
  ])('%s ms old', (ageMs, asked) => {
    const tab = browse('/')
    tab.shared.lastPollingState = 'Start'
    tab.shared.lastPollingTime = start + 4_000 - ageMs
    tab.wait(4)
    expect(tab.askedAtSec).toEqual(asked)
  })

  it.each([
    ['no time', null],
    ['a time of the future', start + 86_400_000],
  ])('does not block when it has %s', (_, time) => {
    const tab = browse('/')
    tab.shared.lastPollingState = 'Start'
    tab.shared.lastPollingTime = time
    tab.wait(4)
    expect(tab.askedAtSec).toEqual([4])
  })

  it('is released even after the counter has run out', () => {
    const tab = browse('/')
    tab.wait(400)
    tab.shared.lastPollingState = 'Start'
    tab.shared.lastPollingTime = start
    tab.wait(4)
    expect(tab.shared.lastPollingState).toBe('End')
    expect(tab.askedAtSec).toHaveLength(60)
  })

  it('never lets a tab poll twice at the same time', () => {
    const tab = browse('/')
    tab.world.isSlow = true
    tab.wait(40)
    expect(tab.askedAtSec).toEqual([4])
  })
})

describe('a visit to /confirm-mail', () => {
  it('pauses the polling for 120000 ms', () => {
    const tab = browse('/confirm-mail')
    tab.shared.visitConfirmMailPathTime = start
    tab.wait(116)
    expect(tab.askedAtSec).toEqual([])
    tab.wait(4)
    expect(tab.askedAtSec).toEqual([120])
  })

  it('has no effect when its time is in the future (the clock was set back)', () => {
    const tab = browse('/')
    tab.shared.visitConfirmMailPathTime = start + 3_600_000
    tab.wait(4)
    expect(tab.askedAtSec).toEqual([4])
  })
})

it('recognises call pages by their complete path', () => {
  for (const page of ['/incoming/video-chat/1', '/outgoing/voice-call', '/profile/live-broadcaster/pc/1'])
    expect(isCallPage(page)).toBe(true)
  for (const page of ['/', '/profile/unbroadcaster/1', '/profile/channels', '/chat/1'])
    expect(isCallPage(page)).toBe(false)
})
