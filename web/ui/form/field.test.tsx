// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { Field, Input } from './field.tsx'

afterEach(closePages)

const opened = async (given: { error?: string; takesFocus?: boolean }) => {
  await openPage(
    <Field label="価格" hint="100以上" {...given}>
      <Input />
    </Field>,
    { session: memberSession },
  )
  const described = document.querySelector('input')?.getAttribute('aria-describedby')
  const text = document.querySelector('p')
  expect(text?.id).toBe(described)
  return [text?.textContent, text?.getAttribute('role')]
}

it('announces an error, and neither a hint nor what is read with the control that gets the focus', async () => {
  expect(await opened({})).toEqual(['100以上', null])
  await closePages()
  expect(await opened({ error: '数字で入力してください。' })).toEqual(['数字で入力してください。', 'alert'])
  await closePages()
  expect(await opened({ error: '数字で入力してください。', takesFocus: true })).toEqual([
    '数字で入力してください。',
    null,
  ])
})
