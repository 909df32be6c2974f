import type { CDPSession } from '@playwright/test'
import { expect, type Page, test } from '#test/helpers/e2e.ts'

/**
 * A phone's own authenticator, which recognises its user at once; `touches` sets whether the user touches the
 * sensor.
 */
const addAuthenticator = async (page: Page) => {
  const browser: CDPSession = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    touches: (enabled: boolean) =>
      browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

const register = async (page: Page, name: string): Promise<string> => {
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
  await page.request.post('/api/auth/callback/register', {
    form: { csrfToken, json: 'true', name, age: '20', region: '東京', callbackUrl: '/' },
  })
  return memberIn(page)
}

const memberIn = async (page: Page): Promise<string> =>
  (await (await page.request.get('/api/auth/session')).json()).user?.id ?? ''

test('an account by nickname gets a passkey, is signed out and signs in by it', async ({
  page,
  app,
  axe,
}) => {
  const authenticator = await addAuthenticator(page)
  const id = await register(page, 'かえりみち')
  await page.goto('/my-page')
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('このブラウザでしか開けません')
  await page.getByRole('link', { name: '戻る方法を登録する' }).click()
  await expect(page).toHaveURL('/my-page/security')
  await page.getByRole('button', { name: 'パスキーを追加' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'まだ使われていません' })
  await expect(row).toContainText('に追加')
  await axe(page)

  // Nobody touches the sensor when the login form offers passkeys by itself.
  await authenticator.touches(false)
  await page.goto('/my-page')
  const left = page.waitForEvent('load')
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await left
  expect(await memberIn(page)).toBe('')
  await page.goto('/login')
  const signIn = page.getByRole('button', { name: 'パスキーでログイン' })
  await expect(signIn).toBeVisible()
  await axe(page)
  await authenticator.touches(true)
  await signIn.click()
  await expect(page).toHaveURL('/')
  expect(await memberIn(page)).toBe(id)

  // Long after the last identity proof, removing the last recovery method asks for a new one.
  await app.database.sql`UPDATE session SET proved_at = now() - interval '1 hour' WHERE member_id = ${id}`
  await page.goto('/my-page/security')
  await page.getByRole('button', { name: 'を削除' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'パスキーを削除' })
  await expect(dialog).toContainText('ほかにログインする方法がありません')
  await dialog.getByRole('button', { name: 'それでも削除' }).click()
  await page.getByRole('button', { name: 'パスキーで確認する' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'を削除' })).toHaveCount(0)
})
