import { expect, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes, people } from '../people/people-steps.ts'

const reason = '写っている本人だが、公開に同意していない・同意を取り消す'

test('somebody without an account asks to take a picture down, and a member reports it', async ({
  page,
  app,
  axe,
}) => {
  await page.goto(`/profile/unbroadcaster/${people.mio.id}`)
  await page.getByRole('tab', { name: 'ギャラリー' }).click()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await page.getByRole('tabpanel').getByRole('link', { name: '雨の日のラジオ' }).click()
  await page.getByRole('button', { name: 'この作品を通報' }).click()
  const modal = page.getByRole('dialog', { name: '「雨の日のラジオ」を通報' })
  await modal.getByRole('link', { name: '申し出のフォームへ' }).click()
  await expect(page).toHaveURL(/\/gallery\/removal\?item=[\da-f-]{36}$/)
  const itemId = new URL(page.url()).searchParams.get('item') ?? ''

  await page.getByLabel('作品のアドレス').fill('https://koyoi.example/gallery')
  await page.getByLabel('お名前').fill('山田')
  await page.getByLabel('メールアドレス').fill('yamada@example.jp')
  await page.getByRole('button', { name: '運営に送る' }).click()
  await expect(page.getByText('理由を選んでください。')).toBeVisible()
  await page.getByLabel(reason).check()
  await page.getByRole('button', { name: '運営に送る' }).click()
  await expect(page.getByText('作品のアドレスを確認してください。')).toBeVisible()
  await expectNoOverflow(page)
  await inBothThemes(page, axe)
  await page.getByLabel('作品のアドレス').fill(`https://koyoi.example/gallery/${itemId}?from=share`)
  await page.getByRole('button', { name: '運営に送る' }).click()
  await expect(page.getByRole('heading', { name: '受け付けました' })).toBeVisible()

  await signIn(page, await addCaller(app, '通報する人'))
  await page.goto(`/gallery/${itemId}`)
  await page.getByRole('button', { name: 'この作品を通報' }).click()
  await modal.getByLabel('18歳未満の人が写っている').check()
  await inBothThemes(page, axe)
  await modal.getByRole('button', { name: '運営に送る' }).click()
  await expect(page.getByText('通報しました')).toBeVisible()
  const claims = await app.database.sql`
    select reason, mail from gallery_claim where item_id = ${itemId} and closed_at is null order by id`
  expect([...claims]).toEqual([
    { reason: 'consent', mail: 'yamada@example.jp' },
    { reason: 'age', mail: null },
  ])
})
