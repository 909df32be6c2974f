// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CallKind } from '#contract/calls/calls.ts'
import type { MediaSession } from '../media/media-session.ts'
import { useIsCallScreenDue } from './use-call-screen-due.ts'

const early = {} as MediaStream
const mediaOf = (remote: MediaStream | null) =>
  ({ store: { get: () => ({ remote }) } }) as unknown as MediaSession

let isDue = false
const element = { videoWidth: 0, srcObject: early, addEventListener: vi.fn(), removeEventListener: vi.fn() }
const Screen = ({ media, kind = 'video' }: { media: MediaSession | null; kind?: CallKind }) => {
  isDue = useIsCallScreenDue({ media, early }, element as unknown as HTMLVideoElement, kind)
  return null
}

const root = () => createRoot(document.createElement('div'))
const pictureBegins = () =>
  act(async () => {
    for (const [name, begins] of element.addEventListener.mock.calls) if (name === 'resize') begins()
  })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  element.addEventListener.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('waits with the call’s own screen for the partner’s picture', async () => {
  const screen = root()
  await act(async () => screen.render(<Screen media={null} />))
  await act(async () => screen.render(<Screen media={mediaOf(early)} />))
  expect(isDue).toBe(false)
  await pictureBegins()
  expect(isDue).toBe(true)
})

it('waits half a second at most', async () => {
  const screen = root()
  await act(async () => screen.render(<Screen media={null} />))
  await act(async () => screen.render(<Screen media={mediaOf(early)} />))
  await act(async () => vi.advanceTimersByTime(499))
  expect(isDue).toBe(false)
  await act(async () => vi.advanceTimersByTime(1))
  expect(isDue).toBe(true)
})

it.each([
  ['where the picture comes over another stream', { media: mediaOf({} as MediaStream) }],
  ['in a voice call', { media: mediaOf(early), kind: 'voice' }],
] as const)('doesn’t wait %s', async (_where, props) => {
  const screen = root()
  await act(async () => screen.render(<Screen {...props} media={null} />))
  await act(async () => screen.render(<Screen {...props} />))
  expect(isDue).toBe(true)
})

it('doesn’t wait on the screen of a running call that is opened again', async () => {
  await act(async () => root().render(<Screen media={mediaOf(early)} />))
  expect(isDue).toBe(true)
})
