import { createServer } from 'node:net'
import { test as base, expect, type Page } from '#test/helpers/e2e.ts'
import {
  openPaidyStandIn,
  type PaidyStandIn,
  paidyStandInSecret,
} from '#test/helpers/stand-ins/paidy-stand-in.ts'
import {
  openSquareStandIn,
  type SquareStandIn,
  squareStandInKeys,
} from '#test/helpers/stand-ins/square-stand-in.ts'
import { expectNoOverflow, inBothThemes } from '../people/people-steps.ts'
import { arrive, confirm } from '../points/purchase-steps.ts'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** The app with keys of Square and Paidy, which the stand-ins of their servers accept. */
const test = base.extend<object, { square: SquareStandIn; paidy: PaidyStandIn }>({
  square: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const square = await openSquareStandIn()
      await use(square)
      await square.close()
    },
    { scope: 'worker' },
  ],
  paidy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const paidy = await openPaidyStandIn()
      await use(paidy)
      await paidy.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ square, paidy }, use) => {
      const port = await freePort()
      await use({
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        DEMO: 'true',
        SQUARE_ACCESS_TOKEN: squareStandInKeys.accessToken,
        SQUARE_LOCATION_ID: squareStandInKeys.locationId,
        SQUARE_APPLICATION_ID: 'sandbox-sq0idb-koyoi',
        SQUARE_WEBHOOK_SIGNATURE_KEY: squareStandInKeys.webhookSignatureKey,
        SQUARE_ENVIRONMENT: 'sandbox',
        SQUARE_API_URL: square.url,
        PAIDY_SECRET_KEY: paidyStandInSecret,
        PAIDY_PUBLIC_KEY: 'pk_test_for_tests',
        PAIDY_API_URL: paidy.url,
      })
    },
    { scope: 'worker' },
  ],
})

/** Stands in for Square's script: its fields are one box, and it returns Square's own test token. */
const squareScript = (token: string) => `window.Square = { payments: () => ({ card: async () => ({
  attach: async (place) => { place.innerHTML = '<input aria-label="カード番号" style="width: 100%; height: 44px">' },
  tokenize: async () => document.querySelector('[aria-label="カード番号"]').value === ''
    ? { status: 'INVALID' }
    : { status: 'OK', token: '${token}', details: { card: { brand: 'VISA', last4: '1111' } } },
  destroy: async () => true,
}) }) }`

/** Stands in for Paidy's checkout, which authorises at once when it opens. */
const paidyScript = `window.Paidy = { configure: ({ closed }) => ({ launch: async (order) => {
  const answer = await fetch('/stand-in-of-paidy', { method: 'POST', body: JSON.stringify(order) })
  closed(await answer.json())
} }) }`

const serveScripts = async (page: Page, paidy: PaidyStandIn, token = 'cnon:card-nonce-ok') => {
  const contentType = 'text/javascript'
  await page.route('https://sandbox.web.squarecdn.com/**', (route) =>
    route.fulfill({ contentType, body: squareScript(token) }),
  )
  await page.route('https://apps.paidy.com/**', (route) => route.fulfill({ contentType, body: paidyScript }))
  await page.route('**/stand-in-of-paidy', (route) => {
    const { amount, order } = route.request().postDataJSON()
    const id = paidy.authorise({ orderRef: order.order_ref, amount })
    return route.fulfill({ json: { id, status: 'authorized' } })
  })
}

const pay = (page: Page) => page.getByRole('button', { name: '1,000円(税込)を支払う' }).click()

test("pays with a card typed into Square's own fields, saves it, and pays with it again", async ({
  page,
  app,
  axe,
  paidy,
}) => {
  await serveScripts(page, paidy)
  await arrive(page, app, 'カードの人')
  await page.goto('/purchase')
  await page.getByRole('radio', { name: /1,000pt/ }).check()
  await expect(page.getByLabel('カード番号')).toBeVisible()
  await expect(page.getByLabel(/テスト用のカード/)).toHaveCount(0)
  await expectNoOverflow(page)
  await inBothThemes(page, axe)

  await page.getByRole('button', { name: '確認へすすむ' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: '生年月日の登録' })
  await dialog.getByLabel('年', { exact: true }).fill('19900501')
  await dialog.getByRole('button', { name: '確認する' }).click()
  await dialog.getByRole('button', { name: 'この生年月日で登録する' }).click()
  await expect(page.getByText('カードを確認できませんでした')).toBeVisible()

  await page.getByLabel('カード番号').fill('4111')
  await confirm(page)
  await expect(page.getByRole('main')).toContainText('Visa •••• 1111')
  await pay(page)
  await expect(page.getByRole('heading', { name: 'ポイントを購入しました' })).toBeVisible()

  await page.goto('/purchase')
  await expect(page.getByRole('radio', { name: /Visa •••• 1111/ })).toBeChecked()
  await page.getByRole('radio', { name: /1,000pt/ }).check()
  await confirm(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'ポイントを購入しました' })).toBeVisible()
})

test("opens Paidy's checkout for this order when the member pays", async ({ page, app, paidy }) => {
  await serveScripts(page, paidy)
  await arrive(page, app, 'あと払いの人')
  await page.goto('/purchase')
  await page.getByRole('radio', { name: /1,000pt/ }).check()
  await page.getByRole('radio', { name: /Paidy/ }).check()
  await confirm(page, { birthDate: '19900501' })
  await pay(page)
  await expect(page.getByRole('heading', { name: 'ポイントを購入しました' })).toBeVisible()
})

test('says that the fields could not be shown, and offers another attempt', async ({
  page,
  app,
  axe,
  paidy,
}) => {
  await page.route('https://sandbox.web.squarecdn.com/**', (route) => route.abort())
  await arrive(page, app, 'つながらない人')
  await page.goto('/purchase')
  await expect(page.getByText('カードの入力欄を表示できませんでした。')).toBeVisible()
  await axe(page)
  await page.unrouteAll()
  await serveScripts(page, paidy)
  await page.getByRole('button', { name: 'もう一度表示する' }).click()
  await expect(page.getByLabel('カード番号')).toBeVisible()
})
