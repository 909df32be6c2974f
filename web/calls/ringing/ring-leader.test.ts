import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRingTabs, type RingTabs, type RingTabsPorts } from './ring-leader.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A browser: its locks and channels, and what happens to them when a tab dies. */
const browser = ({ hasLocks = true, hasChannels = true } = {}) => {
  type Waiting = { tab: object; grant: () => void; signal: AbortSignal | undefined }
  const held = new Map<string, { tab: object; release: () => void }>()
  const queues = new Map<string, Waiting[]>()
  const pages = new Map<object, ((event: MessageEvent) => void)[]>()

  const next = (name: string) => {
    held.delete(name)
    const waiting = queues.get(name)?.shift()
    waiting?.grant()
  }

  const locksOf = (tab: object): Pick<LockManager, 'request'> => {
    const request = (name: string, options: LockOptions, run: (lock: Lock | null) => unknown) => {
      if (options.ifAvailable && held.has(name)) return Promise.resolve(run(null))
      return new Promise((resolve, reject) => {
        const grant = () => {
          if (options.signal?.aborted) return next(name)
          const result = Promise.resolve(run({ name, mode: 'exclusive' }))
          held.set(name, { tab, release: () => next(name) })
          void result.then((value) => {
            if (held.get(name)?.tab === tab) next(name)
            resolve(value)
          })
        }
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason))
        if (!held.has(name)) return grant()
        queues.set(name, [...(queues.get(name) ?? []), { tab, grant, signal: options.signal }])
      })
    }
    return { request } as unknown as Pick<LockManager, 'request'>
  }

  const channelOf = (tab: object) => ({
    postMessage: (data: unknown) => {
      for (const [other, listeners] of pages)
        if (other !== tab) for (const listener of listeners) listener({ data } as MessageEvent)
    },
    addEventListener: (_: string, listener: unknown) => {
      pages.set(tab, [...(pages.get(tab) ?? []), listener as (event: MessageEvent) => void])
    },
    close: () => pages.delete(tab),
  })

  const open = (look: { isVisible?: boolean; isFocused?: boolean; random?: number } = {}) => {
    const tab = {}
    const ports: RingTabsPorts = {
      locks: hasLocks ? locksOf(tab) : undefined,
      channel: hasChannels ? (channelOf(tab) as unknown as BroadcastChannel) : undefined,
      isVisible: () => look.isVisible ?? true,
      isFocused: () => look.isFocused ?? false,
      random: () => look.random ?? 0,
    }
    const tabs: RingTabs = createRingTabs(ports)
    const turns: string[] = []
    return {
      tabs,
      turns,
      ring: (callId: string) => void tabs.waitForTurn(callId).then((turn) => turns.push(turn)),
      /** The browser releases the tab's locks; the tab itself sends nothing any more. */
      crash: () => {
        pages.delete(tab)
        for (const { tab: holder, release } of [...held.values()]) if (holder === tab) release()
      },
    }
  }
  return { open }
}

const soon = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms)

for (const [name, kind] of [
  ['with locks', {}],
  ['without locks', { hasLocks: false }],
] as const) {
  test(`${name}, rings in the tab that has the focus, and in no other`, async () => {
    const { open } = browser(kind)
    const [hidden, visible, focused] = [open({ isVisible: false }), open(), open({ isFocused: true })]
    for (const tab of [hidden, visible, focused]) tab.ring('a')
    await soon()
    expect([hidden.turns, visible.turns, focused.turns]).toEqual([[], [], ['first']])
  })

  test(`${name}, prefers a visible tab, and rings in a hidden one where all are hidden`, async () => {
    const { open } = browser(kind)
    const [hidden, visible] = [open({ isVisible: false }), open()]
    for (const tab of [hidden, visible]) tab.ring('a')
    await soon()
    expect([hidden.turns, visible.turns]).toEqual([[], ['first']])
    hidden.ring('b')
    await soon()
    expect(hidden.turns).toEqual(['first'])
  })

  test(`${name}, rings once in two windows side by side`, async () => {
    const { open } = browser(kind)
    const [left, right] = [open({ random: 0.2 }), open({ random: 0.9 })]
    for (const tab of [left, right]) tab.ring('a')
    await soon()
    expect([left.turns, right.turns]).toEqual([['first'], []])
  })

  test(`${name}, lets the next tab take over from one that is closed while it rings`, async () => {
    const { open } = browser(kind)
    const [first, second, third] = [open({ isFocused: true }), open(), open({ isVisible: false })]
    for (const tab of [first, second, third]) tab.ring('a')
    await soon()
    first.tabs.stop()
    await soon()
    expect([second.turns, third.turns]).toEqual([['next'], []])
    second.tabs.passOn('a')
    await soon()
    expect(third.turns).toEqual(['next'])
  })

  test(`${name}, rings nowhere any more after an answer or an end anywhere`, async () => {
    const { open } = browser(kind)
    const [first, second, late] = [open({ isFocused: true }), open(), open({ isVisible: false })]
    for (const tab of [first, second]) tab.ring('a')
    await soon()
    first.tabs.over('a')
    await soon()
    late.ring('a')
    await soon()
    expect([first.turns, second.turns, late.turns]).toEqual([['first'], ['over'], ['over']])
  })
}

test('with locks, also replaces a tab that crashes', async () => {
  const { open } = browser()
  const [first, second] = [open({ isFocused: true }), open()]
  for (const tab of [first, second]) tab.ring('a')
  await soon()
  first.crash()
  await soon()
  expect(second.turns).toEqual(['next'])
})

test('chooses a tab for each of two calls, one after the other', async () => {
  const { open } = browser()
  const tab = open()
  tab.ring('a')
  tab.ring('b')
  await soon()
  expect(tab.turns).toEqual(['first', 'first'])
})

test('rings in every tab where tabs have neither locks nor channels', async () => {
  const { open } = browser({ hasLocks: false, hasChannels: false })
  const [one, other] = [open(), open()]
  for (const tab of [one, other]) tab.ring('a')
  await soon()
  expect([one.turns, other.turns]).toEqual([['first'], ['first']])
})
