import { expect, type Page, test } from '#test/helpers/e2e.ts'
import { expectNoOverflow, inBothThemes } from '../people/people-steps.ts'
import { arrive, confirm } from './purchase-steps.ts'

const chooseCard = (page: Page, outcome: string) =>
  page.getByLabel(/テスト用のカード/).selectOption({ label: outcome })

test('a new member states the birth date, buys with a card and gets a receipt', async ({
  page,
  app,
  axe,
}) => {
  await arrive(page, app, '購入する人')
  await page.goto('/purchase')
  await expect(page.getByText('はじめての購入で＋500pt')).toBeVisible()
  await page.getByRole('radio', { name: /5,400pt/ }).check()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)

  await confirm(page, { birthDate: '１９９０/５/１' })
  const summary = page.getByRole('main')
  for (const fact of [
    'まだ購入は完了していません',
    '有料5,000pt＋無料400pt',
    'はじめての特典無料500pt',
    '受け取る合計5,900pt',
    '購入日から180日',
    'うち消費税 454円',
    '300 → 6,200pt',
    'キャンセル・返金はできません',
  ])
    await expect(summary).toContainText(fact)
  await expectNoOverflow(page)
  await inBothThemes(page, axe)

  await page.getByRole('button', { name: '5,000円(税込)を支払う' }).click()
  await expect(page.getByRole('heading', { name: 'ポイントを購入しました' })).toBeVisible()
  await expect(summary).toContainText('+5,900pt')
  await expect(summary).toContainText('残高 6,200pt')
  await expectNoOverflow(page)
  await inBothThemes(page, axe)

  await page.goto('/my-page')
  const balance = page.getByRole('region', { name: 'ポイント残高' })
  await expect(balance).toContainText('6,200pt')
  await balance.getByRole('link', { name: '購入の履歴' }).click()
  await page.getByRole('link', { name: /購入済み.*5,000円.*\+5,900pt/ }).click()
  await expect(page.getByRole('heading', { name: 'ポイントを購入しました' })).toBeVisible()

  await page.goto('/purchase')
  await expect(page.getByRole('radio', { name: /Visa •••• 1111/ })).toBeChecked()
})

test('says why a card was refused; another one is checked by its bank and pays', { tag: '@phone' }, async ({
  page,
  app,
  axe,
}) => {
  await arrive(page, app, '別のカードの人')
  await page.goto('/purchase')
  await page.getByRole('radio', { name: /1,000pt/ }).check()
  await chooseCard(page, 'Visa 9995：残高不足で拒否されます')
  await confirm(page, { birthDate: '19900501' })
  await page.getByRole('button', { name: '1,000円(税込)を支払う' }).click()
  await expect(page.getByRole('heading', { name: 'お支払いができませんでした' })).toBeVisible()
  await expect(page.getByText('カードのご利用可能額が足りません。')).toBeVisible()
  await axe(page)

  await page.getByRole('link', { name: 'もう一度購入する' }).click()
  await page.getByRole('radio', { name: /1,000pt/ }).check()
  await chooseCard(page, 'Mastercard 1096：本人認証（3Dセキュア）の画面が開きます')
  await confirm(page)
  await page.getByRole('button', { name: '1,000円(税込)を支払う' }).click()
  await expect(page.getByRole('heading', { name: 'カードの本人認証' })).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: '認証する' }).click()
  await expect(page.getByRole('heading', { name: 'ポイントを購入しました' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('残高 1,800pt')
})

test('tells a member under 18 so and sells nothing', { tag: '@phone' }, async ({ page, app, axe }) => {
  await arrive(page, app, 'まだ早い人')
  await page.goto('/purchase')
  await page.getByRole('button', { name: '確認へすすむ' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: '生年月日の登録' })
  const year = new Date().getFullYear() - 17
  for (const [label, written] of [
    ['年', String(year)],
    ['月', '１'],
    ['日', '１'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(written)
  await dialog.getByRole('button', { name: '確認する' }).click()
  // Nothing is closed by a slip: the date is repeated, with what it would mean.
  await expect(dialog.getByRole('status')).toHaveText(`${year}年1月1日・17歳`)
  await expect(dialog.getByRole('alert')).toContainText('18歳未満の生年月日です。')
  await axe(page)
  await dialog.getByRole('button', { name: '直す' }).click()
  await expect(dialog.getByLabel('月', { exact: true })).toHaveValue('１')
  await dialog.getByRole('button', { name: '確認する' }).click()
  await dialog.getByRole('button', { name: 'この生年月日で登録する' }).click()
  await expect(page.getByRole('heading', { name: '18歳未満の方はご利用いただけません' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('年齢のわかる書類を添えてお問い合わせください。')
})

test('fills the mail form of the contact modal in, for a visitor with the IP address @phone', async ({
  page,
  axe,
}) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'パスワードを忘れた方' }).click()
  const dialog = page.getByRole('dialog', { name: 'お問い合わせ方法を選択' })
  await expect(dialog).toContainText(/IPアドレス.*127\.0\.0\.1|::1/)
  const mail = await dialog.getByRole('link', { name: 'メールで問い合わせる' }).getAttribute('href')
  expect(decodeURIComponent(mail ?? '')).toMatch(/IPアドレス：(127\.0\.0\.1|::1)[\s\S]*ブラウザ：Chrome/)
  await axe(page)
})
