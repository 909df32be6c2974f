import { expect, test } from '#test/helpers/e2e.ts'
import { closeBrowsers } from '#test/helpers/people-in-browsers.ts'
import { addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes, retryUntilShown } from '../people/people-steps.ts'
import { bothTalk, broadcaster, bubble, choosePicture, field, log, send, signIn } from './chat-steps.ts'

test.describe.configure({ timeout: 120_000 })
test.afterEach(closeBrowsers)

test('two members chat: read marks, typing, a sticker, an answer, and an unsent message', async ({
  page,
  browser,
  app,
  axe,
}) => {
  const { caller, ofBroadcaster } = await bothTalk(page, browser, app)
  await expect(log(page).getByText('既読')).toBeVisible()
  await expectNoOverflow(page)

  await field(ofBroadcaster).pressSequentially('ねえ')
  await expect(page.getByText(`${broadcaster.name}さんが入力しています`)).toBeAttached()
  await field(ofBroadcaster).fill('')
  await ofBroadcaster.getByRole('button', { name: 'スタンプ' }).click()
  await ofBroadcaster.getByRole('tabpanel').getByRole('button').first().click()
  await expect(log(page).getByRole('img', { name: /^スタンプ：/ })).toBeVisible()
  await inBothThemes(page, axe)

  // A finger rests on the broadcaster's first words.
  const box = await bubble(ofBroadcaster, 'こんばんは').boundingBox()
  await ofBroadcaster.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 8, { button: 'right' })
  await expect(ofBroadcaster.getByRole('menuitem')).toHaveText(['コピー', '返信', '通報'])
  await ofBroadcaster.getByRole('menuitem', { name: '返信' }).click()
  await send(ofBroadcaster, 'こんばんは、おかえりなさい')
  const quote = log(page).getByRole('button', { name: /^返信元：/ })
  await expect(quote).toContainText('こんばんは')
  await quote.click()

  await send(page, 'まちがえました')
  await longPress(page, 'まちがえました')
  await axe(page)
  await page.getByRole('menuitem', { name: '送信取消' }).click()
  const confirm = page.getByRole('alertdialog', { name: '送信を取り消しますか？' })
  await expect(confirm).toBeVisible()
  await axe(page)
  await confirm.getByRole('button', { name: '送信取消' }).click()
  await expect(log(page).getByText('メッセージの送信を取り消しました')).toBeVisible()
  await expect(
    log(ofBroadcaster).getByText(`${caller.name}さんがメッセージの送信を取り消しました`),
  ).toBeVisible()
  await expect(log(ofBroadcaster).getByText('まちがえました', { exact: true })).toBeHidden()
})

test('sends a picture and opens it large; a locked one is paid for once', async ({
  page,
  browser,
  app,
  axe,
}) => {
  const { ofBroadcaster } = await bothTalk(page, browser, app, { paid: 500 })
  const sheet = await choosePicture(ofBroadcaster)
  await sheet.getByRole('button', { name: '送信' }).click()
  const open = log(page).getByRole('button', { name: `${broadcaster.name}さんからの画像をひらく` })
  await expect(open).toBeVisible()
  await expect(open.getByRole('img')).toHaveJSProperty('naturalWidth', 480)
  await open.click()
  await expect(page.getByRole('button', { name: '拡大' })).toBeVisible()
  await page.keyboard.press('Escape')

  const pricing = await choosePicture(ofBroadcaster)
  await pricing.getByRole('checkbox', { name: /封をする/ }).check()
  await pricing.getByRole('textbox', { name: 'ひらくポイント' }).fill('３００')
  await axe(ofBroadcaster)
  await pricing.getByRole('button', { name: '送信' }).click()
  await expect(log(ofBroadcaster).getByText('300pt・未開封')).toBeVisible()
  const unseal = log(page).getByRole('button', { name: '300ptでひらく' })
  await expect(unseal).toBeVisible()
  await inBothThemes(page, axe)
  await unseal.dblclick()
  await expect(open).toHaveCount(2)
  await expect(log(ofBroadcaster).getByText('300pt・ひらかれました')).toBeVisible()
  const answer = await page.request.post('/api/get-my-point', { data: {} })
  expect(await answer.json()).toMatchObject({ point: 200 })
  await log(page).hover()

  const dearer = await choosePicture(ofBroadcaster)
  await dearer.getByRole('checkbox', { name: /封をする/ }).check()
  await dearer.getByRole('button', { name: '送信' }).click()
  await log(page).getByRole('button', { name: '300ptでひらく' }).click()
  const short = page.getByRole('alertdialog', { name: 'ポイントが不足しています' })
  await expect(short).toBeVisible()
  await axe(page)
  await short.getByRole('button', { name: 'ポイントを購入する' }).click()
  await expect(page).toHaveURL(/\/purchase\?back=%2Fchat%2F/)

  // What was paid for can be found and reported without the conversation as well.
  await page.goto('/my-page')
  await page.getByRole('link', { name: '購入した画像' }).click()
  const paid = page.getByRole('button', { name: `${broadcaster.name}さんからの画像をひらく` })
  await expect(paid).toHaveCount(1)
  await expect(paid.getByRole('img')).toHaveJSProperty('naturalWidth', 480)
  await inBothThemes(page, axe)
  await page.getByRole('button', { name: `${broadcaster.name}さんからの画像を通報` }).click()
  await expect(page.getByRole('dialog', { name: `${broadcaster.name}さんを通報` })).toBeVisible()
  await page.getByRole('button', { name: '閉じる' }).click()
  await paid.click()
  await expect(page.getByRole('button', { name: '拡大' })).toBeVisible()
})

test('keeps an unsent message with 再送, and a draft in its field', async ({ page, app, axe }) => {
  await signIn(page, await addCaller(app, 'ひろと'))
  await page.goto(`/profile/unbroadcaster/${broadcaster.id}`)
  await page.getByRole('link', { name: /メッセージ/ }).click()
  await expect(page).toHaveURL(`/chat/${broadcaster.id}`)
  await expect(page.getByText('最初のメッセージを送ってみましょう')).toBeVisible()
  await inBothThemes(page, axe)

  let isDown = true
  const tapped = Promise.withResolvers<void>()
  await page.route('**/api/send-text-message', (route) =>
    isDown ? route.abort() : tapped.promise.then(() => route.fallback()),
  )
  await field(page).fill('届きますか')
  await page.getByRole('button', { name: '送信', exact: true }).click()
  const again = page.getByRole('button', { name: '再送' })
  await expect(again).toBeVisible()
  await inBothThemes(page, axe)
  // The message is also tried again by itself, which must not take the button away before the tap.
  isDown = false
  await again.click()
  tapped.resolve()
  await expect(again).toBeHidden()
  await expect(bubble(page, '届きますか')).toHaveCount(1)

  // On a phone Enter begins a new line.
  await field(page).fill('まだ途中です')
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('まだ途中です\n')
  await page.reload()
  await expect(field(page)).toHaveValue('まだ途中です\n')
  await page.goto('/conversation/all')
  await expect(page.getByRole('link', { name: new RegExp(broadcaster.name) })).toContainText(
    '下書き まだ途中です',
  )
  await inBothThemes(page, axe)
})

test('explains a partner who can’t be written to, and loads a failed conversation again on request', async ({
  page,
  app,
  axe,
}) => {
  await signIn(page, await addCaller(app, 'りく'))
  await page.goto('/chat/00000000')
  await expect(page.getByRole('heading', { name: 'このトークは表示できません' })).toBeVisible()
  await axe(page)
  let isDown = true
  await page.route('**/api/get-more-messages', (route) =>
    isDown ? route.fulfill({ status: 500, body: 'broken' }) : route.fallback(),
  )
  await page.goto(`/chat/${broadcaster.id}`)
  await expect(page.getByRole('alert')).toContainText('サーバーとの通信に失敗しました')
  await inBothThemes(page, axe)
  isDown = false
  await retryUntilShown(page, field(page))
})

test('says that the list is empty, and loads it again on request', async ({ page, app, axe }) => {
  await signIn(page, await addCaller(app, 'こうき'))
  let isDown = true
  await page.route('**/api/get-list-conversation', (route) =>
    isDown ? route.fulfill({ status: 500, body: 'broken' }) : route.fallback(),
  )
  await page.goto('/conversation/all')
  await expect(page.getByRole('alert')).toContainText('サーバーとの通信に失敗しました')
  await inBothThemes(page, axe)
  isDown = false
  await retryUntilShown(page, page.getByRole('heading', { name: 'まだトークはありません' }))
  await inBothThemes(page, axe)
  await page.getByRole('link', { name: 'ホームでさがす' }).click()
  await expect(page).toHaveURL('/')
})

/** A finger stays on a message until its menu is open. */
const longPress = async (page: import('@playwright/test').Page, text: string): Promise<void> => {
  const box = await bubble(page, text).boundingBox()
  const point = { x: (box?.x ?? 0) + 12, y: (box?.y ?? 0) + 10 }
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await expect(page.getByRole('menu')).toBeVisible()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}
