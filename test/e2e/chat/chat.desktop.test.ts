import { expect, test } from '#test/helpers/e2e.ts'
import { closeBrowsers } from '#test/helpers/people-in-browsers.ts'
import { addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes } from '../people/people-steps.ts'
import { bothTalk, broadcaster, bubble, field, log, send, signIn } from './chat-steps.ts'

test.describe.configure({ timeout: 120_000 })
test.afterEach(closeBrowsers)

test('shows the list beside the conversation, and updates it', async ({ page, browser, app, axe }) => {
  const { ofBroadcaster } = await bothTalk(page, browser, app)
  const list = page.getByRole('list', { name: 'トークの一覧' })
  await expect(list.getByRole('link', { name: new RegExp(broadcaster.name) })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expectNoOverflow(page)
  await inBothThemes(page, axe)

  await page.goto('/conversation/all')
  await expect(page.getByRole('heading', { name: 'トークを選んでください' })).toBeVisible()
  await send(ofBroadcaster, 'お話ししませんか')
  const row = list.getByRole('link', { name: new RegExp(broadcaster.name) })
  await expect(row).toContainText('お話ししませんか')
  await expect(row).toContainText('未読1件')
  const tab = page.getByRole('link', { name: /^トーク\s*未読1件$/ })
  await expect(tab).toBeVisible()
  await page.getByRole('button', { name: /未読/ }).click()
  await expect(row).toBeVisible()
  await inBothThemes(page, axe)
  await row.click()
  await expect(bubble(page, 'お話ししませんか')).toBeVisible()
  await expect(log(page).getByText('ここから未読')).toBeVisible()
  await expect(page.getByText('未読のトークはありません')).toBeVisible()
  await expect(tab).toBeHidden()
})

test('sends by Enter, but not by the Enter that ends a 変換', async ({ page, app }) => {
  await signIn(page, await addCaller(app, 'かずき'))
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/send-text-message')) sent.push(request.postDataJSON())
  })
  await page.goto(`/chat/${broadcaster.id}`)
  await field(page).focus()
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: 'にほんご', selectionStart: 4, selectionEnd: 4 })
  await expect(field(page)).toHaveValue('にほんご')
  await keyboard.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  })
  await keyboard.send('Input.insertText', { text: '日本語' })
  await expect(field(page)).toHaveValue('日本語')
  expect(sent).toEqual([])
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('です')
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
  await expect(bubble(page, '日本語\nです')).toBeVisible()
  await expect.poll(() => sent).toEqual([expect.objectContaining({ text: '日本語\nです' })])
})

test('opens the menu of a message by keyboard, and returns the focus', async ({ page, app, axe }) => {
  await signIn(page, await addCaller(app, 'れん'))
  await page.goto(`/chat/${broadcaster.id}`)
  await send(page, 'https://example.com/ はリンクになりません')
  await page.getByRole('button', { name: 'このまま送る' }).click()
  await expect(log(page).getByRole('link', { name: /example/ })).toHaveCount(0)
  const button = log(page).getByRole('button', { name: 'メッセージのメニュー' }).last()
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'コピー' })).toBeFocused()
  await axe(page)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: '返信' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()
})
