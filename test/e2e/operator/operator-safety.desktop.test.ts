import { randomUUID } from 'node:crypto'
import { expect, test } from '#test/helpers/e2e.ts'
import { addCaller } from '../own-people.ts'
import { checkLook, people } from '../people/people-steps.ts'
import { openFromMenu, signInOperator } from './operator-steps.ts'

test('an operator reads a report with its messages, warns, and sets the contact guard', async ({
  page,
  app,
  axe,
}) => {
  test.slow()
  const look = () => checkLook(page, axe)
  const caller = await addCaller(app, 'しつこい人')
  const rudeId = randomUUID()
  const message = (messageId: string, seq: number, senderId: string, text: string) => ({
    messageId,
    seq,
    senderId,
    sentAt: new Date().toISOString(),
    body: { kind: 'text', text },
    wasUnsent: false,
  })
  const evidence = {
    messages: [
      message(randomUUID(), 2, people.mio.id, 'こんばんは、はじめまして。'),
      message(rudeId, 3, caller.id, 'LINE教えてよ'),
    ],
    call: null,
  }
  const { sql } = app.database
  await sql`
    INSERT INTO report (command_id, reporter_id, member_id, surface, reason, text, message_id, evidence)
    VALUES (${randomUUID()}, ${people.mio.id}, ${caller.id}, 'chat', 'contactExchange', '何度も聞かれます。', ${rudeId},
      ${sql.json(evidence)})`

  await signInOperator(page, app)
  await openFromMenu(page, '通報')
  const row = page.getByRole('row').filter({ hasText: caller.name })
  await expect(row).toContainText('通報 1件（未対応 1件）')
  await look()
  await row.getByRole('link', { name: '連絡先の交換をせまる' }).click()
  const reported = page.getByRole('listitem').filter({ hasText: '通報されたメッセージ' })
  await expect(reported).toContainText('LINE教えてよ')
  await look()
  await page.getByLabel('メモ').fill('一度目の警告')
  await page.getByRole('button', { name: '警告する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '警告する' }).click()
  await expect(page.getByText('一度目の警告')).toBeVisible()
  await expect(page.getByRole('button', { name: '警告する' })).toHaveCount(0)

  await openFromMenu(page, '安全設定')
  await page.getByRole('radio', { name: /^送信を断る/ }).check()
  await look()
  await page.getByRole('button', { name: '変更する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '変更する' }).click()
  await expect(page.getByRole('radio', { name: '送信を断る（現在）' })).toBeChecked()
  await page.getByRole('radio', { name: /^警告する/ }).check()
  await page.getByRole('button', { name: '変更する' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '変更する' }).click()
  await expect(page.getByRole('radio', { name: /^警告する（現在）/ })).toBeChecked()

  await openFromMenu(page, '操作の記録')
  const log = page.getByRole('table', { name: '操作の記録' })
  await expect(log).toContainText('通報を対応済みに')
  await expect(log).toContainText('連絡先の交換への対応の変更')
})
