// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ownDevicesView } from '#web/calls/media/device-changes.ts'
import type { CheckPorts } from '#web/pre-call-check/check-ports.ts'
import { createFakeCheckEnvironment } from '#web/pre-call-check/testing/fake-check-environment.ts'
import { buttonsOf, closePages, memberSession, nameOf, openPage } from '#web/session/testing/fake-page.tsx'
import { createStore } from '#web/shell/store.ts'
import { GoLive } from './go-live.tsx'
import type { LiveSource } from './live-draft.ts'
import type { StudioMedia, StudioMediaView } from './studio-media.ts'

const ports = vi.hoisted(() => ({}) as CheckPorts)
vi.mock('#web/pre-call-check/browser-check-ports.ts', () => ({ browserCheckPorts: ports }))
vi.mock('./preview.tsx', () => ({ Preview: () => null }))

let environment: ReturnType<typeof createFakeCheckEnvironment>['environment']
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const made = createFakeCheckEnvironment()
  environment = made.environment
  Object.assign(ports, made.ports)
})
afterEach(async () => {
  await closePages()
  vi.useRealTimers()
})

const bounds = { min: 100, max: 600, step: 5 }
const open = async (source: LiveSource) => {
  const opening = ports.acquireMedia('video')
  await vi.advanceTimersByTimeAsync(100)
  const { stream, problems } = await opening
  const store = createStore<StudioMediaView>({ ...ownDevicesView(stream), link: null })
  const media = { store, stream, problems } as StudioMedia
  return openPage(
    <GoLive
      offered={{
        last: { title: '夜の雑談', tags: [], rates: { watch: 200, call: null } },
        bounds: { watch: bounds, call: bounds },
        leftTodayMs: 3_600_000,
      }}
      devices={{ media: source === 'browser' ? media : null, retry: () => undefined }}
      source={source}
      onSource={() => undefined}
      onLive={() => undefined}
    />,
    { session: memberSession },
  )
}

const text = () => document.body.textContent
const names = () => buttonsOf().map(nameOf)
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const startButton = () => buttonsOf().find((button) => nameOf(button) === '配信をはじめる')

it('checks the line when asked, says the verdict, and lets the broadcaster go live meanwhile', async () => {
  const page = await open('browser')
  expect(environment.begun).toEqual([])
  await page.press('回線をたしかめる')
  await pass(5_000)
  expect(document.querySelector('progress')?.value).toBeGreaterThan(0)
  expect(startButton()?.getAttribute('aria-disabled')).not.toBe('true')
  await pass(15_000)
  expect(text()).toContain('とても良い')
  expect(names()).toContain('もう一度たしかめる')
  await closePages()
  expect(environment.ended).toEqual(environment.begun)
})

it('says what to do where no path reaches the server, and lets nobody go live until one does', async () => {
  environment.ways = { direct: null, relay: null }
  const page = await open('browser')
  await page.press('回線をたしかめる')
  await pass(20_000)
  expect(text()).toContain('配信サーバーにつながりません')
  expect(startButton()?.getAttribute('aria-disabled')).toBe('true')
  await page.press('配信をはじめる')
  expect(page.requests.map(({ path }) => path)).not.toContain('/api/start-live')
  environment.ways = { direct: 80, relay: 300 }
  await page.press('もう一度たしかめる')
  await pass(20_000)
  expect(text()).toContain('とても良い')
  await page.press('配信をはじめる')
  await page.until(() => expect(page.requests.map(({ path }) => path)).toContain('/api/start-live'))
})

it('leaves an encoder’s line alone', async () => {
  await open('encoder')
  expect(names()).toContain('配信をはじめる')
  expect(names()).not.toContain('回線をたしかめる')
})
