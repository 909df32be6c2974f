// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { buttonsOf, closePages, nameOf, openPage } from '#web/session/testing/fake-page.tsx'
import { WatermarkedPlayer } from './watermarked-player.tsx'

/** happy-dom has no full screen, as an iPhone has none for elements. */
const allowFullScreen = () =>
  Object.defineProperty(document, 'fullscreenEnabled', { value: true, configurable: true })

afterEach(async () => {
  await closePages()
  Reflect.deleteProperty(document, 'fullscreenEnabled')
})

const opened = async (renew = async (): Promise<string | null> => null) => {
  const page = await openPage(
    <WatermarkedPlayer
      address="/video.mp4?until=1"
      label="動画"
      width={16}
      height={9}
      code="048213"
      renew={renew}
    />,
    { session: null },
  )
  const video = document.querySelector('video') as HTMLVideoElement
  const frame = video.parentElement?.parentElement as HTMLElement
  return { ...page, video, frame, names: () => buttonsOf().map(nameOf) }
}

it('the code is above the video, which has none of the controls that would show it without', async () => {
  const { video, frame } = await opened()
  expect(frame.textContent).toContain('048213')
  expect(video.hasAttribute('controls')).toBe(false)
  expect(video.hasAttribute('playsinline')).toBe(true)
  expect(video.hasAttribute('disablepictureinpicture')).toBe(true)
  expect(video.getAttribute('controlslist')).toContain('nofullscreen')
})

it('full screen is the frame’s, with the code in it', async () => {
  const { frame, press, names } = await opened()
  frame.requestFullscreen = vi.fn(async () => {})
  allowFullScreen()
  await press('全画面にする')
  expect(frame.requestFullscreen).toHaveBeenCalledOnce()
  expect(names()).toContain('全画面をやめる')
})

it('where elements have no full screen, the frame fills the page, and Escape ends it', async () => {
  const { frame, press, names } = await opened()
  await press('全画面にする')
  expect(frame.hasAttribute('data-full')).toBe(true)
  await act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
  expect(frame.hasAttribute('data-full')).toBe(false)
  expect(names()).toContain('全画面にする')
})

it('the video doesn’t stay in a full screen of its own', async () => {
  const { video } = await opened()
  const leave = vi.fn()
  Object.assign(video, { webkitExitFullscreen: leave })
  video.dispatchEvent(new Event('webkitbeginfullscreen'))
  expect(leave).toHaveBeenCalledOnce()
})

it('plays and pauses by its button and by the picture, and goes on from another address', async () => {
  const { video, press, names } = await opened(async () => '/video.mp4?until=2')
  let isPaused = true
  vi.spyOn(video, 'paused', 'get').mockImplementation(() => isPaused)
  video.play = vi.fn(async () => {
    isPaused = false
    video.dispatchEvent(new Event('play'))
  })
  video.pause = vi.fn(() => {
    isPaused = true
    video.dispatchEvent(new Event('pause'))
  })
  await press('再生')
  expect(names()).toContain('一時停止')
  await act(async () => (video.nextElementSibling as HTMLElement).click())
  expect(names()).toContain('再生')
  await act(async () => video.dispatchEvent(new Event('error')))
  expect(video.getAttribute('src')).toBe('/video.mp4?until=2')
})
