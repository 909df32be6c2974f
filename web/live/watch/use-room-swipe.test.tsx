// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { closePages, openPage } from '#web/session/testing/fake-page.tsx'
import { RoomWays } from './room-ways.tsx'
import { useRoomSwipe } from './use-room-swipe.ts'

afterEach(closePages)

const neighbours = { previous: '1', next: '2' }

const Room = () => (
  <main {...useRoomSwipe(neighbours)}>
    <RoomWays neighbours={neighbours} />
    <div role="log" id="log" />
    <input id="field" />
  </main>
)

const open = async () => {
  const { router, press } = await openPage(<Room />, { session: null, at: '/profile/channel/9' })
  const main = document.querySelector('main')
  if (!main) throw new Error('no room')
  return { router, press, main, place: () => router.state.location.pathname }
}

const key = (target: EventTarget, name: string) =>
  act(async () => target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))

const swipe = (on: HTMLElement, dy: number) =>
  act(async () => {
    const touch = (type: string, clientY: number) => {
      const finger = { clientX: 100, clientY }
      const touches = type === 'touchstart' ? [finger] : []
      on.dispatchEvent(
        Object.assign(new Event(type, { bubbles: true }), { touches, changedTouches: [finger] }),
      )
    }
    touch('touchstart', 500)
    touch('touchend', 500 + dy)
  })

describe('the way to another room', () => {
  it('is a swipe up for the next one and down for the one before', async () => {
    const { main, place } = await open()
    await swipe(main, -200)
    expect(place()).toMatch(/\/2$/)
    await swipe(main, 200)
    expect(place()).toMatch(/\/1$/)
  })

  it('scrolls a page that is longer than the screen first', async () => {
    const { main, place } = await open()
    for (const [name, value] of Object.entries({ scrollHeight: 1_000, clientHeight: 700, scrollTop: 100 }))
      Object.defineProperty(main, name, { value, configurable: true })
    await swipe(main, -200)
    await swipe(main, 200)
    expect(place()).toBe('/profile/channel/9')
    Object.defineProperty(main, 'scrollTop', { value: 300 })
    await swipe(main, -200)
    expect(place()).toMatch(/\/2$/)
  })

  it('is an arrow key or a button, and no arrow of somebody who writes or scrolls the comments', async () => {
    const { main, press, place } = await open()
    for (const id of ['log', 'field']) await key(document.getElementById(id) ?? main, 'ArrowDown')
    expect(place()).toBe('/profile/channel/9')
    await key(main, 'ArrowDown')
    expect(place()).toMatch(/\/2$/)
    await key(main, 'ArrowUp')
    expect(place()).toMatch(/\/1$/)
    await press('次の配信')
    expect(place()).toMatch(/\/2$/)
  })
})
