import { test as base, expect } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { signInOperator } from '../operator/operator-steps.ts'
import { addCaller } from '../own-people.ts'
import { people } from '../people/people-steps.ts'

/** Its own settings make it a separate app: new terms stop everybody in it. */
const test = base.extend({ settings: [{ BANK_ACCOUNT: 'こよい銀行' }, { scope: 'worker' }] })

test('an operator publishes new terms: a member reads the changes, still reads messages, and agrees', async ({
  browser,
  page,
  app,
  axe,
}) => {
  const caller = await addCaller(app, '読む人', { paid: 1_000 })
  await signInOperator(page, app)
  await page.goto('/operator/legal/terms')
  const text = page.getByLabel('本文（Markdown）')
  await expect(page.getByRole('region', { name: 'プレビュー' })).toContainText('第15条')
  await text.fill('## 第1条\n\n新しい**条文**です。<script>alert(1)</script>')
  const preview = page.getByRole('region', { name: 'プレビュー' })
  await expect(preview.getByText('条文', { exact: true })).toBeVisible()
  await expect(preview).toContainText('<script>alert(1)</script>')
  await page.getByLabel('何が変わったか').fill('返金の条件をくわしく書きました。')
  await page.getByLabel('会員に同意を求める').check()
  await axe(page)
  await page.getByRole('button', { name: '公開する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '公開する' }).click()
  await expect(page.getByRole('heading', { name: '第3版をつくる' })).toBeVisible()

  const ofCaller = await (await browser.newContext({ baseURL: app.url })).newPage()
  await signIn(ofCaller, caller)
  await ofCaller.goto(`/chat/${people.mio.id}`)
  await expect(ofCaller.getByRole('textbox', { name: 'メッセージ' })).toBeVisible()
  const consent = ofCaller.getByRole('dialog', { name: '利用規約が新しくなりました' })
  await ofCaller.goto('/')
  await expect(consent).toContainText('返金の条件をくわしく書きました。')
  await axe(ofCaller)
  await ofCaller.keyboard.press('Escape')
  await ofCaller.keyboard.press('Escape')
  await expect(consent).toBeVisible()
  await consent.getByRole('link', { name: 'トークを見る' }).click()
  await expect(ofCaller).toHaveURL('/conversation/all')
  await expect(consent).toBeHidden()
  await ofCaller.goto('/terms')
  await expect(ofCaller.getByText('第2版・')).toBeVisible()
  await expect(consent).toBeHidden()
  await ofCaller.goto('/')
  await consent.getByRole('button', { name: '同意する' }).click()
  await expect(consent).toBeHidden()
  await ofCaller.reload()
  await expect(ofCaller.getByText('1,000').filter({ visible: true }).first()).toBeVisible()
  await expect(consent).toBeHidden()
  await ofCaller.context().close()
})

test('a visitor arrives on a campaign page that an operator has published, and registers there', async ({
  page,
  app,
  axe,
}) => {
  await signInOperator(page, app)
  await page.goto('/operator/messages')
  await page.getByRole('button', { name: '追加する' }).click()
  await page.getByLabel('アドレス', { exact: true }).fill('winter')
  await page.getByLabel('タイトル').fill('冬の夜に、話しませんか')
  await page.getByLabel('本文（Markdown）').fill('あたたかい飲みものを用意して。')
  await page.getByLabel('ボタンの行き先').selectOption('さがす')
  await page.getByLabel('ボタンの言葉').fill('話せる人をさがす')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByRole('row', { name: /冬の夜に.*公開中/ })).toBeVisible()

  await page.goto('/message')
  await page.getByRole('link', { name: /冬の夜に/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: '冬の夜に、話しませんか' })).toBeVisible()
  await expect(page.getByRole('link', { name: '話せる人をさがす' })).toBeVisible()
  await axe(page)
  await page.getByRole('article').getByRole('button', { name: '無料ではじめる' }).click()
  const dialog = page.getByRole('dialog', { name: 'アカウントの作成' })
  await expect(dialog.getByRole('link', { name: 'プライバシーポリシー' })).toHaveAttribute('href', '/privacy')
  await dialog.getByLabel('ニックネーム').fill('ふゆのよる')
  await dialog.getByRole('button', { name: '無料ではじめる' }).click()
  await page.waitForURL('/?showTutoModal=true')
  await page.goto('/message/nobody-made-it')
  await expect(page.getByRole('heading', { name: 'ページが見つかりません' })).toBeVisible()
})
