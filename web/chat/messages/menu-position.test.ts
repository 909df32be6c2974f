import { expect, it } from 'vitest'
import { menuPosition } from './menu-position.ts'

const screen = { width: 390, height: 844 }
const menu = { width: 184, height: 200 }
const bubble = { left: 60, top: 300, right: 240, bottom: 344 }

it('opens at the finger', () => {
  expect(menuPosition(bubble, { x: 100, y: 320 }, menu, screen)).toEqual({ left: 100, top: 326 })
})

it('opens below the bubble for the keyboard', () => {
  expect(menuPosition(bubble, null, menu, screen)).toEqual({ left: 60, top: 350 })
})

it('opens above where there is no room below', () => {
  expect(menuPosition({ ...bubble, top: 700, bottom: 744 }, null, menu, screen)).toEqual({
    left: 60,
    top: 494,
  })
})

it('stays on the screen', () => {
  const { left, top } = menuPosition(bubble, { x: 385, y: 4 }, menu, screen)
  expect(left + menu.width).toBe(screen.width - 8)
  expect(top).toBeGreaterThanOrEqual(8)
  const tall = menuPosition({ ...bubble, top: -400, bottom: 1200 }, null, menu, screen)
  expect(tall.top).toBe(8)
})
