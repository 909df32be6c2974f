import { expect, test } from 'vitest'
import { type HiddenRingPorts, showHiddenRing } from './hidden-ring.ts'

const call = {
  callId: 'a',
  kind: 'voice',
  partner: { id: '10482736', name: 'みお', avatarId: null },
} as const

/** A page with a worker, whose notifications have the tag that the worker would set. */
const browser = (visibilityState: DocumentVisibilityState, hasWorker = true) => {
  const page = Object.assign(new EventTarget(), { visibilityState })
  const shown: unknown[] = []
  const registration = {
    active: { postMessage: (message: unknown) => shown.push(message) },
    getNotifications: async ({ tag }: { tag: string }) =>
      tag === 'call-a'
        ? shown.map((message) => ({ close: () => shown.splice(shown.indexOf(message), 1) }))
        : [],
  }
  const ports: HiddenRingPorts = {
    page,
    workers: {
      getRegistration: async () =>
        hasWorker ? (registration as unknown as ServiceWorkerRegistration) : undefined,
    },
    now: () => 1_000,
  }
  const turn = async (next: DocumentVisibilityState) => {
    page.visibilityState = next
    page.dispatchEvent(new Event('visibilitychange'))
    await settled()
  }
  return { ports, shown, turn }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('shows a ring in a hidden page as a system notification until the page is visible', async () => {
  const { ports, shown, turn } = browser('hidden')
  showHiddenRing(call, ports)
  await settled()
  expect(shown).toEqual([
    {
      kind: 'ring',
      callId: 'a',
      callType: 'voice',
      partnerId: '10482736',
      partnerName: 'みお',
      rungAt: 1_000,
    },
  ])
  await turn('visible')
  expect(shown).toEqual([])
})

test('shows the notification when the page becomes hidden, and closes it with the ring', async () => {
  const { ports, shown, turn } = browser('visible')
  const end = showHiddenRing(call, ports)
  await settled()
  expect(shown).toEqual([])
  await turn('hidden')
  expect(shown).toHaveLength(1)
  end()
  await settled()
  expect(shown).toEqual([])
  await turn('hidden')
  expect(shown).toEqual([])
})

test('does nothing without the worker, or without TLS', async () => {
  const { ports } = browser('hidden', false)
  showHiddenRing(call, ports)()
  showHiddenRing(call, { ...ports, workers: undefined })()
  await settled()
})
