import { expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addCall } from '../calls/call-rows.ts'
import { addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes, logIn, people } from '../people/people-steps.ts'

test('tells a visitor what トーク and マイページ will hold, with both ways in', { tag: '@phone' }, async ({
  page,
  axe,
}) => {
  for (const [path, title] of [
    ['/conversation/all', 'トーク'],
    ['/my-page', 'マイページ'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page.getByText('登録で300ptプレゼント')).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveText(['無料ではじめる', 'ログイン'])
    await expectNoOverflow(page)
    await inBothThemes(page, axe)
  }
})

test('shows the balance by lot, free points first', async ({ page, app, axe }) => {
  const caller = await addCaller(app, 'まだ話していない人', { paid: 3_000, free: 300 })
  await signIn(page, caller)
  await page.goto('/my-page')
  await expect(page.getByText(`ID ${caller.id}`)).toBeVisible()
  const balance = page.getByRole('region', { name: 'ポイント残高' })
  await expect(balance).toContainText('3,300pt')
  await expect(balance.getByRole('img')).toHaveAccessibleName('無料ポイント300、有料ポイント3,000')
  await expect(balance.getByRole('listitem')).toHaveText([
    /^無料ポイント.*日\(.\)まで・先に使われます300pt$/,
    /^有料ポイント.*日\(.\)まで3,000pt$/,
  ])
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await page.getByRole('link', { name: '通話の明細' }).click()
  await expect(page.getByText('まだ通話はありません')).toBeVisible()
  await page.getByRole('button', { name: '戻る' }).click()
  await page.getByRole('link', { name: 'お気に入り' }).click()
  await expect(page.getByText('まだお気に入りはありません')).toBeVisible()
  await axe(page)
})

test('leads from favourites to their profiles', { tag: '@phone' }, async ({ page, app }) => {
  const caller = await addCaller(app, 'みおさんのファン')
  await app.database.sql`INSERT INTO bookmark (member_id, partner_id) VALUES (${caller.id}, ${people.mio.id})`
  await logIn(page, caller)
  await expect(page.getByRole('region', { name: 'お気に入り' })).toContainText(people.mio.name)
  await page.goto('/my-page/favourites')
  await page.getByRole('link', { name: /みお.*待機中.*27歳・東京/ }).click()
  await expect(page.getByRole('heading', { name: people.mio.name, level: 1 })).toBeVisible()
})

test('shows receipts page by page; each side reads its own @phone', async ({ page, browser, app, axe }) => {
  const caller = await addCaller(app, 'よく話す人', { free: 1_470 })
  const ids: string[] = []
  for (let call = 0; call < 21; call++)
    ids.push(await addCall(app.database, { callerId: caller.id, minutesAgo: 10 + call * 60 }))
  await signIn(page, caller)
  await page.goto('/my-page/receipts')
  const rows = page.getByRole('link', { name: /みお.*音声通話、\s*39秒.*使用\s*70pt/ })
  await expect(rows).toHaveCount(20)
  await page.getByRole('button', { name: 'もっと見る' }).click()
  await expect(rows).toHaveCount(21)
  await expect(page.getByRole('button', { name: 'もっと見る' })).toHaveCount(0)

  await rows.first().click()
  await expect(page).toHaveURL(`/my-page/receipts/${ids[0]}`)
  const receipt = page.getByRole('main')
  for (const fact of [
    'みおさん',
    '音声通話・あなたから発信',
    'お相手が終了しました',
    '通話時間39秒',
    '課金時間30秒6秒 × 5回',
    '課金なし9秒お相手の再接続',
    '料金140pt/分6秒ごとに14pt',
  ]) {
    await expect(receipt).toContainText(fact)
  }
  await expect(receipt).toContainText(/使用ポイント\s*70pt/)
  await expect(receipt).toContainText(/無料ポイント70pt/)
  await expectNoOverflow(page)
  await inBothThemes(page, axe)

  const ofBroadcaster = await browser.newContext({ baseURL: app.url })
  const broadcasterPage = await ofBroadcaster.newPage()
  await signIn(broadcasterPage, people.mio)
  await broadcasterPage.goto(`/my-page/receipts/${ids[0]}`)
  const broadcasterReceipt = broadcasterPage.getByRole('main')
  await expect(broadcasterReceipt).toContainText('よく話す人さん')
  await expect(broadcasterReceipt).toContainText(/獲得した報酬\s*28pt/)
  await expect(broadcasterReceipt).toContainText('課金なし9秒あなたの再接続')
  await expect(broadcasterReceipt).not.toContainText('無料ポイント')
  await ofBroadcaster.close()
})

test("doesn't show another member's receipt", { tag: '@phone' }, async ({ page, app, axe }) => {
  const [ofCaller, another] = [
    await addCaller(app, '話した人', { free: 70 }),
    await addCaller(app, '知らない人'),
  ]
  const id = await addCall(app.database, { callerId: ofCaller.id, minutesAgo: 600 })
  await signIn(page, another)
  await page.goto(`/my-page/receipts/${id}`)
  await expect(page.getByRole('heading', { name: 'この明細は見つかりませんでした' })).toBeVisible()
  await axe(page)
})

test('shows a broadcaster the earnings, and a caller how to become a broadcaster', { tag: '@phone' }, async ({
  page,
  axe,
}) => {
  await signIn(page, people.mio)
  await page.goto('/my-page')
  await expect(page.getByRole('region', { name: '獲得した報酬' })).toContainText('pt')
  await page.getByRole('link', { name: 'ベース（待機の切り替え）' }).click()
  await expect(page.getByRole('switch', { name: '待機', exact: true })).toBeVisible()
  await axe(page)
  await page.context().clearCookies()
  await signIn(page, people.kenji)
  await page.goto('/base')
  await page
    .getByRole('link', { name: /^配信者になる/ })
    .filter({ visible: true })
    .click()
  await expect(page.getByRole('heading', { name: '配信者になる', level: 2 })).toBeVisible()
  await axe(page)
})

test('offers the theme and leaving', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, people.kenji)
  await page.goto('/my-page')
  await page.getByRole('radio', { name: 'ダーク' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'ログアウト' }).click()
  const entry = page.getByRole('button', { name: '無料ではじめる' }).filter({ visible: true })
  await expect(entry).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goto('/my-page')
  await expect(page.getByText('登録で300ptプレゼント')).toBeVisible()
})
