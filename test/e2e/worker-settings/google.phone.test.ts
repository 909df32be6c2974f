import { createServer } from 'node:net'
import { test as base, expect, type Page } from '#test/helpers/e2e.ts'
import {
  type GoogleStandIn,
  googleClient,
  openGoogleStandIn,
} from '#test/helpers/stand-ins/google-stand-in.ts'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** The app with a client at Google, whose stand-in signs everybody in. */
const test = base.extend<object, { google: GoogleStandIn }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const google = await openGoogleStandIn()
      await use(google)
      await google.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ google }, use) => {
      const port = await freePort()
      await use({
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        DEMO: 'true',
        GOOGLE_CLIENT_ID: googleClient.id,
        GOOGLE_CLIENT_SECRET: googleClient.secret,
        GOOGLE_ISSUER: google.issuer,
      })
    },
    { scope: 'worker' },
  ],
})

const memberIn = async (page: Page) =>
  (await (await page.request.get('/api/auth/session')).json()).user as
    | { id: string; name: string }
    | undefined

test('a member who registered by Google proves the identity by it, removes it and links it again', async ({
  page,
  app,
  google,
  axe,
}) => {
  google.person = {
    sub: '10769150350006150715113082367',
    email: 'haruka.tanaka@gmail.example',
    email_verified: true,
  }
  await page.goto('/signup')
  await axe(page)
  await page.getByRole('button', { name: 'Googleで登録' }).click()
  await expect(page).toHaveURL('/?showTutoModal=true')
  const haruka = await memberIn(page)
  expect(haruka?.name).not.toBe('')

  await app.database
    .sql`UPDATE session SET proved_at = now() - interval '1 hour' WHERE member_id = ${haruka?.id ?? ''}`
  await page.goto('/my-page/security')
  await expect(page.getByText('ha•••@gmail.example')).toBeVisible()
  await axe(page)
  const unlink = async () => {
    await page.getByRole('button', { name: '連携を解除' }).click()
    await page.getByRole('button', { name: 'それでも解除' }).click()
  }
  await unlink()
  await page.getByRole('button', { name: 'Googleで確認する' }).click()
  await expect(page.getByText('ご本人の確認ができました')).toBeVisible()
  await expect(page).toHaveURL('/my-page/security')
  await unlink()
  await page.getByRole('button', { name: 'Googleアカウントと連携' }).click()
  await expect(page.getByText('Googleアカウントと連携しました')).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Googleでログイン' }).click()
  await expect(page).toHaveURL('/')
  expect((await memberIn(page))?.id).toBe(haruka?.id)
})
