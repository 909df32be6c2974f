import { demoPassword } from '#seed/people.ts'
import { expect, type Page, test } from '#test/helpers/e2e.ts'
import { addCaller } from '../own-people.ts'

/** A documented demo login. */
const taro = { name: '太郎', mail: 'taro@demo.koyoi.example' }

/** 無料ではじめる is in the home bar on a phone and in the side rail on a desktop. */
const startFree = (page: Page) =>
  page.getByRole('button', { name: '無料ではじめる' }).filter({ visible: true })

const openRegistration = async (page: Page) => {
  await page.goto('/')
  await startFree(page).first().click()
  const dialog = page.getByRole('dialog', { name: 'アカウントの作成' })
  await expect(dialog).toBeVisible()
  return dialog
}

const logIn = async (page: Page, mail: string, password: string) => {
  await page.getByLabel('メールアドレス').fill(mail)
  await page.getByLabel('パスワード').fill(password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
}

const localFlags = (page: Page) =>
  page.evaluate(() => ({
    isRegistered: localStorage.getItem('isRegistered'),
    registeredAt: localStorage.getItem('registeredAt'),
    isFirstRegister: localStorage.getItem('isFirstRegister'),
  }))

const signInRequests = (page: Page) => {
  const urls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/callback/')) urls.push(request.url())
  })
  return urls
}

test.describe('a newcomer', () => {
  test('registers by nickname, sees the tutorial and has points to talk', async ({ page, axe }) => {
    const dialog = await openRegistration(page)
    await expect(dialog.getByText('ニックネームはあとで変更できます。')).toBeVisible()
    await expect(dialog.getByText('18歳以上であることを確認')).toBeVisible()
    await expect(dialog.getByText('以前のアカウントでログイン')).toBeHidden()
    await axe(page)

    await dialog.getByRole('button', { name: 'おまかせ' }).click()
    await expect(dialog.getByLabel('ニックネーム')).not.toHaveValue('')
    await dialog.getByLabel('ニックネーム').fill('よるのラジオ')
    await expect(dialog.getByText('6/20')).toBeVisible()
    await dialog.getByRole('button', { name: '無料ではじめる' }).click()

    await page.waitForURL('/?showTutoModal=true')
    const flags = await localFlags(page)
    expect(flags).toMatchObject({ isRegistered: 'true', isFirstRegister: 'true' })
    expect(Date.now() - Date.parse(flags.registeredAt ?? '')).toBeLessThan(60_000)

    const tutorial = page.getByRole('dialog', { name: '今宵のつかいかた' })
    await expect(tutorial.getByRole('heading', { name: 'さがして、すぐ話せる' })).toBeVisible()
    await axe(page)
    const slide = tutorial.getByRole('listitem').first()
    const widthOf = async (part: typeof slide) => (await part.boundingBox())?.width
    expect(await widthOf(slide)).toBe(await widthOf(tutorial))
    await tutorial.getByRole('button', { name: '次へ' }).click()
    await expect(tutorial.getByText('3枚中2枚目 料金は6秒ごと')).toBeAttached()
    // Two taps before the slides have come to rest are two slides.
    await tutorial.getByRole('button', { name: '次へ' }).click()
    await tutorial.getByRole('button', { name: 'はじめる' }).waitFor()
    await tutorial.getByRole('button', { name: 'はじめる' }).click()
    await expect(tutorial).toBeHidden()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('300pt').filter({ visible: true }).first()).toBeVisible()
    await page.reload()
    await expect(tutorial).toBeHidden()
  })

  test('registers on a profile page and stays there', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/signup')
    const home = await page.request.post('/api/get-recommended-users', {
      data: { list: 'recommended', limit: 1 },
    })
    const { users } = await home.json()
    await page.goto(`/profile/unbroadcaster/${users[0].id}`)
    const profileUrl = /\/profile\/unbroadcaster\/(pc\/)?\d+$/
    await expect(page).toHaveURL(profileUrl)
    await page
      .getByRole('button', { name: /お気に入り/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'アカウントの作成' })
    await dialog.getByLabel('ニックネーム').fill('月あかり')
    const reloaded = page.waitForEvent('load')
    await dialog.getByRole('button', { name: '無料ではじめる' }).click()
    await reloaded
    await expect(page).toHaveURL(profileUrl)
    await expect(page.getByRole('dialog', { name: 'アカウントの作成' })).toBeHidden()
  })

  test('is told what is wrong with a name, and nothing is sent', { tag: '@phone' }, async ({ page }) => {
    const sent = signInRequests(page)
    const dialog = await openRegistration(page)
    const name = dialog.getByLabel('ニックネーム')
    const alert = page.getByRole('alertdialog')
    for (const [written, sentence] of [
      ['', '名前は1文字以上で入力してください。'],
      ['あ'.repeat(21), '名前は20文字以内で入力してください。'],
    ] as const) {
      await name.fill(written)
      await name.press('Enter')
      await expect(alert.getByText(sentence)).toBeVisible()
      await alert.getByRole('button', { name: 'OK' }).click()
      await expect(alert).toBeHidden()
      await expect(name).toHaveValue(written)
    }
    expect(sent).toEqual([])
  })

  test('registers once, however often the button is pressed, and is shown the login on that device', {
    tag: '@phone',
  }, async ({ page, context, axe }) => {
    const sent = signInRequests(page)
    const dialog = await openRegistration(page)
    await dialog.getByLabel('ニックネーム').fill('三日月')
    await dialog.getByRole('button', { name: '無料ではじめる' }).evaluate((button: HTMLElement) => {
      for (let press = 0; press < 5; press += 1) button.click()
    })
    await page.waitForURL('/?showTutoModal=true')
    expect(sent).toHaveLength(1)
    await context.clearCookies({ name: /session-token/ })

    const again = await openRegistration(page)
    await again.getByLabel('ニックネーム').fill('おぼろ月')
    await again.getByRole('button', { name: '無料ではじめる' }).click()
    const alert = page.getByRole('alertdialog')
    await expect(alert.getByText('すでに登録されています', { exact: true })).toBeVisible()
    await expect(alert.getByRole('button', { name: 'OK' })).toBeVisible()
    await axe(page)
    await alert.getByRole('button', { name: 'ログイン', exact: true }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'ログイン' })).toBeVisible()
  })

  test('continues as the previous account while its session lasts', { tag: '@phone' }, async ({
    page,
    axe,
  }) => {
    await page.goto('/signup')
    await page.getByLabel('ニックネーム').fill('カシオペア')
    await page.getByRole('button', { name: '無料ではじめる' }).click()
    await page.waitForURL('/?showTutoModal=true')
    await page.goto('/signup')
    await expect(page.getByText('以前のアカウントでログイン')).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: 'カシオペアさん としてログイン' }).click()
    await page.waitForURL('/')
  })
})

test.describe('a member', () => {
  test('logs in from the modal; an error keeps the input @phone', async ({ page, app, axe }) => {
    const { mail } = await addCaller(app, '戻ってきた人', { paid: 5_000, free: 300 })
    const dialog = await openRegistration(page)
    await dialog.getByRole('button', { name: 'ログイン', exact: true }).click()
    const login = page.getByRole('dialog', { name: 'ログイン' })
    await expect(dialog).toBeHidden()
    await axe(page)
    await login.getByLabel('メールアドレス').fill(mail)
    await login.getByLabel('パスワード').fill('wrong-password')
    await login.getByRole('button', { name: 'ログイン', exact: true }).click()
    const alert = page.getByRole('alertdialog', { name: 'ログインできませんでした' })
    await expect(alert.getByText('メールアドレスまたはパスワードが違います。')).toBeVisible()
    await alert.getByRole('button', { name: 'OK' }).click()
    await expect(login.getByLabel('メールアドレス')).toHaveValue(mail)
    await login.getByLabel('パスワード').fill(demoPassword)
    await login.getByRole('button', { name: 'ログイン', exact: true }).click()
    await expect(login).toBeHidden()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'ポイント残高 5,300' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('isRegistered'))).toBe('true')
  })

  test('is asked to log in where a session is needed, and comes back', { tag: '@phone' }, async ({
    page,
    axe,
  }) => {
    for (const path of ['/chat/10482736', '/outgoing/video-call?partnerId=10482736', '/my-page/receipts']) {
      await page.goto(path)
      await page.waitForURL(/\/login\?.*error=SessionRequired/)
    }
    await expect(page.getByText('ログインが必要です')).toBeVisible()
    await axe(page)
    await logIn(page, taro.mail, demoPassword)
    await page.waitForURL('/my-page/receipts')
    await expect(page.getByRole('heading', { name: '通話の明細' })).toBeVisible()
  })

  test('never leaves our origin after logging in', { tag: '@phone' }, async ({ page }) => {
    // web/session/destination.test.ts has the other forms of a foreign address.
    await page.goto(`/login?callbackUrl=${encodeURIComponent('https://evil.example/')}`)
    await logIn(page, taro.mail, demoPassword)
    await page.waitForURL('/')
  })

  test("reads our own words for an error in the address, never a stranger's, and which field is missing", {
    tag: '@phone',
  }, async ({ page }) => {
    const sent = signInRequests(page)
    await page.goto(`/login?error=${encodeURIComponent('至急お電話ください')}`)
    await expect(page.getByRole('alert')).toHaveText('ログインできませんでした。もう一度お試しください。')
    await page.getByRole('button', { name: 'ログイン', exact: true }).click()
    await expect(page.getByText('メールアドレスを入力してください。')).toBeVisible()
    await expect(page.getByLabel('メールアドレス')).toBeFocused()
    await expect(page.getByText('パスワードを入力してください。')).toBeVisible()
    expect(sent).toEqual([])
  })
})

test('the modals keep the focus inside and the page behind still; each way of closing returns the focus', {
  tag: '@phone',
}, async ({ page }) => {
  const dialog = await openRegistration(page)
  const opener = startFree(page).first()
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const active = document.activeElement
      return active === document.body || active?.closest('dialog') ? null : active?.outerHTML
    })
    expect(outside).toBeNull()
  }
  const width = (await dialog.boundingBox())?.width ?? 0
  expect(width).toBeLessThanOrEqual(400)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: '閉じる' }).click()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.press('Enter')
  await expect(dialog).toBeVisible()
  await page.mouse.click(4, 4)
  await expect(dialog).toBeHidden()
})
