// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closePages, openPage } from '#web/session/testing/fake-page.tsx'
import { Avatar } from './avatar.tsx'

const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 7) Chrome/140.0.0.0 Mobile Safari/537.36'
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36'

afterEach(closePages)
afterEach(() => vi.restoreAllMocks())

const addressOf = async (size: 36 | 40 | 56 | 64 | 88, userAgent: string, devicePixelRatio: number) => {
  vi.stubGlobal('devicePixelRatio', devicePixelRatio)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  await openPage(<Avatar imageId="portrait" size={size} />, { session: null })
  const picture = document.querySelector('img')
  expect(picture?.hasAttribute('srcset')).toBe(false)
  return picture?.getAttribute('src')
}

describe('the size of the requested picture', () => {
  it.each([
    [60, 40, 1],
    [60, 40, 1.5],
    [60, 56, 1],
    [180, 56, 1.1],
    [180, 36, 2],
    [180, 40, 3],
    [180, 64, 1],
    [180, 88, 1],
  ] as const)('is %s px wide on a phone for %s CSS px at a density of %s', async (px, size, density) => {
    expect(await addressOf(size, phone, density)).toContain(`&size=${px}`)
  })

  it.each([
    [40, 1],
    [56, 1],
    [88, 2],
  ] as const)('is 180 px wide on a desktop for %s CSS px at a density of %s', async (size, density) => {
    expect(await addressOf(size, desktop, density)).toContain('&size=180')
  })
})
