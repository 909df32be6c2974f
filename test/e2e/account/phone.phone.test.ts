import { type E2eApp, expect, type Page, test } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { signInOperator } from '../operator/operator-steps.ts'
import { addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes } from '../people/people-steps.ts'

/** Reads the code in the operators' outbox, as anybody does who tries the demo. */
const readCode = async (operator: Page, app: E2eApp, memberNumber: string): Promise<string> => {
  await signInOperator(operator, app)
  await operator.goto('/operator/outbox')
  const text = operator.getByRole('article').filter({ hasText: memberNumber })
  return /\d{6}/.exec((await text.getByText('確認コード').textContent()) ?? '')?.[0] ?? ''
}

test('a member verifies a phone number by the texted code, and gets 200pt once', async ({
  page,
  app,
  axe,
  context,
}) => {
  const own = await addCaller(app, 'ばんごう')
  const digits = own.id.slice(-8)
  await signIn(page, own)
  await page.goto('/my-page/security')
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: '電話番号' }) })
  const field = panel.getByLabel('携帯電話番号')
  await field.fill('03-1234-5678')
  await panel.getByRole('button', { name: 'コードを送る' }).click()
  await expect(panel.getByText('日本の携帯電話番号')).toBeVisible()
  await field.fill(`０９０ー${digits.slice(0, 4)}ー${digits.slice(4)}`)
  await panel.getByRole('button', { name: 'コードを送る' }).click()

  const code = panel.getByLabel('確認コード')
  await expect(code).toBeFocused()
  await expect(panel.getByRole('button', { name: /^再送まで \d+秒/ })).toBeVisible()
  await inBothThemes(page, axe)
  await expectNoOverflow(page)
  const right = await readCode(await context.newPage(), app, `+8190${digits}`)
  // Coming back from the text messages, a phone may have reloaded the page.
  await page.reload()
  await code.fill(String((Number(right) + 1) % 1_000_000).padStart(6, '0'))
  await expect(panel.getByText('コードが違います。')).toBeVisible()
  await code.fill(right)
  await expect(page.getByText('200ptをプレゼントしました。')).toBeVisible()
  await expect(panel.getByText(`090-••••-${digits.slice(4)}`)).toBeVisible()
  await axe(page)

  await panel.getByRole('button', { name: '番号を削除' }).click()
  await page.getByRole('button', { name: '削除する' }).click()
  await expect(field).toBeVisible()
  await expect(panel.getByText('プレゼント')).toBeHidden()
})
