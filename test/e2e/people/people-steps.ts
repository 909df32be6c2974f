import type { Locator } from '@playwright/test'
import { type Axe, colourRules, expect, type Page } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'

/**
 * Documented demo logins. Kenji never calls, so that balance stays whole. Hayato's calls are written straight
 * into the tables. Iori doesn't answer automatically and is offline until a test signs in.
 */
export const people = {
  taro: { id: '20148357', name: '太郎', mail: 'taro@demo.koyoi.example' },
  kenji: { id: '20259468', name: 'けんじ', mail: 'kenji@demo.koyoi.example' },
  hayato: { id: '20360579', name: 'はやと', mail: 'hayato@demo.koyoi.example' },
  mio: { id: '10482736', name: 'みお', mail: 'mio@demo.koyoi.example' },
  iori: { id: '13169585', name: '伊織', mail: 'iori@demo.koyoi.example' },
} as const

/** Signs in and waits for the home screen. The tests of account cover the forms. */
export const logIn = async (page: Page, person: { mail: string }): Promise<void> => {
  await signIn(page, person)
  await page.goto('/')
}

/** A card of the home screen. */
export const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) })

/**
 * Checks the accessibility of the page as it is in the light and in the dark theme. The themes differ in nothing but
 * colours (web/ui/tokens.css), so the dark one is checked by the rules about colours. It stays dark.
 */
export const inBothThemes = async (page: Page, axe: Axe): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light' })
  await axe(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await axe(page, colourRules)
}

/** Checks the page as it is: no overflow, and no violation of accessibility in either theme. */
export const checkLook = async (page: Page, axe: Axe): Promise<void> => {
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
}

/** Presses 再試行 until what failed is there. A poll of the page may load it before the press. */
export const retryUntilShown = async (place: Page | Locator, expected: Locator): Promise<void> => {
  const retry = place.getByRole('button', { name: '再試行' })
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 2_000 })
    await expect(expected).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

/** A page must not be wider than its screen. */
export const expectNoOverflow = async (page: Page): Promise<void> => {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}
