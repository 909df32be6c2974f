import { broadcasters } from '#seed/people.ts'
import { expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { card, expectNoOverflow, inBothThemes, logIn, people, retryUntilShown } from './people-steps.ts'

const answering = broadcasters.filter((person) => person.demoAnswers)

test('shows a visitor many people with portrait, state and price, each once, and nothing overflows', async ({
  page,
  axe,
  isMobile,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: '今宵、だれと話そう。' })).toBeVisible()
  await expect(page.getByText(`いま${answering.length}人が待機中です`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'おすすめ' })).toBeVisible()
  const cards = page.getByRole('article')
  // What is below the first screen loads after it.
  await expect
    .poll(async () => {
      const names = await cards.getByRole('link').allTextContents()
      return new Set(names.filter((name) => broadcasters.some((person) => person.name === name))).size
    })
    .toBeGreaterThan(isMobile ? 14 : 23)
  const shown = (await cards.getByRole('link').allTextContents()).filter((name) =>
    broadcasters.some((person) => person.name === name),
  )
  expect(new Set(shown).size).toBe(shown.length)
  // Nobody can be called who is offline: the price is there only until that card's button has loaded.
  await expect
    .poll(async () =>
      (await cards.allInnerTexts()).filter(
        (text) => !/待機中[\s\S]*\d+\s*pt\/分|オフライン[\s\S]*空いたら知らせる/.test(text),
      ),
    )
    .toEqual([])
  const shot = card(page, people.mio.name).first().getByRole('presentation')
  await expect(shot).toHaveJSProperty('complete', true)
  expect(await shot.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
})

test('shows the rest of the people on standby after one press', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/')
  const section = page.getByRole('region', { name: 'すぐ話せる人' })
  await expect(section.getByRole('article')).toHaveCount(8)
  await section.getByRole('button', { name: `ほか${answering.length - 8}人を見る` }).click()
  await expect(section.getByRole('article')).toHaveCount(answering.length)
})

test('asks a visitor who wants to call or to follow to register', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/')
  const mio = card(page, people.mio.name).first()
  await mio.getByRole('button', { name: /さんに発信/ }).click()
  const registration = page.getByRole('dialog', { name: 'アカウントの作成' })
  await expect(registration).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(registration).toBeHidden()
  await mio.getByRole('button', { name: 'みおさんをお気に入り' }).click()
  await expect(registration).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`/profile/unbroadcaster/${people.mio.id}`)
  await page.getByRole('button', { name: /音声通話.*140.*発信/ }).click()
  await expect(registration).toBeVisible()
})

test('says that a list could not be loaded, and loads it by 再試行', { tag: '@phone' }, async ({
  page,
  axe,
}) => {
  let isDown = true
  await page.route('**/api/get-recommended-users', (route) =>
    isDown ? route.fulfill({ status: 500, body: 'broken' }) : route.fallback(),
  )
  // A rendered home comes with its lists.
  await logIn(page, people.taro)
  await page.goto('/my-page')
  await page.getByRole('link', { name: 'ホーム' }).click()
  const section = page.getByRole('region', { name: 'すぐ話せる人' })
  await expect(section.getByRole('alert')).toContainText('サーバーとの通信に失敗しました')
  await axe(page)
  isDown = false
  await retryUntilShown(section, section.getByRole('article').first())
})

test('leads from one tap on a card to the call, and from the name to the profile', { tag: '@phone' }, async ({
  page,
}) => {
  await logIn(page, people.taro)
  const mio = card(page, people.mio.name).first()
  const call = mio.getByRole('link', { name: /ビデオ.*200.*発信/ })
  await expect(call).toHaveAttribute('href', `/profile/video-call-broadcaster/${people.mio.id}`)
  await mio.getByRole('link', { name: people.mio.name, exact: true }).click()
  await expect(page.getByRole('heading', { name: people.mio.name, level: 1 })).toBeVisible()
})

test('adds a favourite, is locked for two seconds, then removes it', { tag: '@phone' }, async ({
  page,
  app,
}) => {
  const { sql } = app.database
  const favoured = () =>
    sql`SELECT partner_id FROM bookmark WHERE member_id = ${people.taro.id} AND partner_id = ${people.mio.id}`
  await sql`DELETE FROM bookmark WHERE member_id = ${people.taro.id}`
  await signIn(page, people.taro)
  await page.goto(`/profile/unbroadcaster/${people.mio.id}`)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('-bookmark')) sent.push(new URL(request.url()).pathname)
  })
  const favourite = page.getByRole('button', { name: 'お気に入り' })
  await favourite.evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 3; press++) button.click()
  })
  await expect(favourite).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(favoured).toHaveLength(1)
  await expect(favourite).not.toHaveAttribute('aria-disabled', 'true')
  expect(sent).toEqual(['/api/add-bookmark'])
  await favourite.click()
  await expect(favourite).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(favoured).toHaveLength(0)
  expect(sent).toEqual(['/api/add-bookmark', '/api/delete-bookmark'])
})

test('says what failed about a favourite, and undoes it', { tag: '@phone' }, async ({ page, axe }) => {
  await logIn(page, people.kenji)
  await page.route('**/api/add-bookmark', (route) => route.abort())
  const favourite = card(page, people.mio.name).first().getByRole('button', { name: 'みおさんをお気に入り' })
  await favourite.click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText('お気に入りの追加に失敗しました。')
  await axe(page)
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(favourite).toHaveAttribute('aria-pressed', 'false')
})

test('shows a profile with the price of a call', async ({ page, axe }) => {
  await signIn(page, people.taro)
  await page.goto(`/profile/unbroadcaster/${people.mio.id}`)
  await expect(page).toHaveTitle('みおさん｜今宵 Koyoi')
  await expect(page.getByText('27歳・東京・会社員')).toBeVisible()
  await expect(page.getByText('から待機しています')).toBeVisible()
  await expect(page.getByText('夜更かしのラジオみたいな声')).toBeVisible()
  await expect(page.getByRole('region', { name: '待機の予定' }).getByRole('listitem')).toHaveCount(7)
  await expect(page.getByRole('region', { name: 'レビュー' })).toContainText(
    '初めての通話で緊張していましたが',
  )
  await expect(page.getByText('応答率')).toBeVisible()
  await expect(page.getByRole('link', { name: /ビデオ通話.*200.*発信/ })).toHaveAttribute(
    'href',
    `/outgoing/video-call?partnerId=${people.mio.id}`,
  )
  await expect(page.getByRole('link', { name: /音声通話.*140.*発信/ })).toHaveAttribute(
    'href',
    `/outgoing/voice-call?partnerId=${people.mio.id}`,
  )
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
})

test('says that a profile doesn’t exist', { tag: '@desktop' }, async ({ page, axe }) => {
  await page.goto('/profile/unbroadcaster/999')
  await expect(page.getByRole('heading', { name: 'プロフィールを表示できません' })).toBeVisible()
  await expect(page.getByText('ユーザー情報の取得に失敗しました。')).toBeVisible()
  await axe(page)
})

test('shows a broadcaster’s standby at once to everybody who sees the broadcaster @phone', async ({
  page,
  browser,
  app,
  axe,
}) => {
  await app.database.sql`UPDATE broadcaster SET standby_since = NULL WHERE member_id = ${people.iori.id}`
  await signIn(page, people.taro)
  await page.goto(`/profile/unbroadcaster/${people.iori.id}`)
  await expect(page.getByText('いまはオフラインです')).toBeVisible()
  await expect(page.getByRole('link', { name: /さんに発信/ })).toHaveCount(0)
  await axe(page)

  const ofBroadcaster = await browser.newContext({ baseURL: app.url })
  const broadcasterPage = await ofBroadcaster.newPage()
  await signIn(broadcasterPage, people.iori)
  await broadcasterPage.goto('/base')
  const standby = broadcasterPage.getByRole('switch', { name: '待機', exact: true })
  await expect(standby).not.toBeChecked()
  await standby.click()
  await expect(standby).toBeChecked()
  await expect(broadcasterPage.getByText('待機中', { exact: true })).toBeVisible()
  await inBothThemes(broadcasterPage, axe)

  await expect(page.getByRole('link', { name: /ビデオ通話.*さんに発信/ })).toBeVisible()
  await standby.click()
  await expect(page.getByText('いまはオフラインです')).toBeVisible()
  await ofBroadcaster.close()
})

test('lets a broadcaster see and call a caller for the reward, and call no other broadcaster', {
  tag: '@phone',
}, async ({ page, axe }) => {
  await logIn(page, people.mio)
  await expect(page.getByRole('heading', { name: '今日の報酬' })).toBeVisible()
  await expect(page.getByRole('link', { name: /さんに発信/ })).toHaveCount(0)
  await page.goto(`/profile/unbroadcaster/${people.taro.id}`)
  await expect(page.getByText('料金はお相手のお支払いです')).toBeVisible()
  await expect(page.getByRole('link', { name: /^ビデオ.*報酬.*80.*太郎さんに発信/ })).toBeVisible()
  await axe(page)
  await page.goto(`/profile/unbroadcaster/${people.iori.id}`)
  await expect(page.getByRole('heading', { name: people.iori.name, level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /さんに発信/ })).toHaveCount(0)
})
