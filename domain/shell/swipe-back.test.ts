import { describe, expect, it } from 'vitest'
import { isSwipeBack } from './swipe-back.ts'

const swipe = { startX: 10, endX: 200, screenWidth: 390, pathname: '/profile/unbroadcaster/1' }

describe('swipe-back', () => {
  it('goes back when a touch starts at the left edge and travels right', () => {
    expect(isSwipeBack(swipe)).toBe(true)
  })

  it.each([
    ['at exactly 10% of the width', 39, true],
    ['just beyond 10% of the width', 39.1, false],
  ])('checks where the touch starts: %s', (_, startX, back) => {
    expect(isSwipeBack({ ...swipe, startX, endX: startX + 101 })).toBe(back)
  })

  it.each([
    ['100 px are not more than 100', 110, false],
    ['100.5 px are', 110.5, true],
    ['to the left is no way back', -150, false],
  ])('checks how far it travels: %s', (_, endX, back) => {
    expect(isSwipeBack({ ...swipe, endX })).toBe(back)
  })

  it.each(['/', '/search', '/conversation/all', '/base', '/gallery', '/my-page', '/my-page/'])(
    'is off on the tab %s',
    (pathname) => {
      expect(isSwipeBack({ ...swipe, pathname })).toBe(false)
    },
  )

  it.each(['/my-page/receipts/7', '/login', '/chat/3', '/conversation'])(
    'is on for pages below and beside the tabs: %s',
    (pathname) => {
      expect(isSwipeBack({ ...swipe, pathname })).toBe(true)
    },
  )
})
