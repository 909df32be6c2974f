import { test as base, expect } from '#test/helpers/e2e.ts'
import { expectNoOverflow, inBothThemes } from '../people/people-steps.ts'

const test = base.extend({ settings: [{ AGE_GATE: 'true' }, { scope: 'worker' }] })

test('asks a visitor to confirm the age once before showing anybody, where the gate is on', async ({
  page,
  axe,
}) => {
  await page.goto('/search?cm_code=spring-01')
  await expect(page.getByRole('heading', { name: '年齢の確認' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'さがす' })).toHaveCount(0)
  await expectNoOverflow(page)
  await inBothThemes(page, axe)

  await page.getByRole('button', { name: 'いいえ' }).click()
  await expect(page.getByRole('heading', { name: 'ご利用いただけません' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'はい、18歳以上です' }).click()
  await expect(page.getByRole('heading', { name: 'さがす' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'さがす' })).toBeVisible()

  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'cm_code')?.value).toBe('spring-01')
})
