import { picture } from '#test/api/images/upload-steps.ts'
import { drawnClip } from '#test/helpers/drawn-clip.ts'
import { expect, test } from '#test/helpers/e2e.ts'
import { openBrowserOf, signIn } from '#test/helpers/people-in-browsers.ts'
import { addBroadcaster, addCaller } from '../own-people.ts'
import { expectNoOverflow, inBothThemes } from './people-steps.ts'

test('a post with a picture is announced to an open page, liked and commented on', async ({
  page,
  app,
  axe,
  browser,
}) => {
  const [writer, reader] = [await addBroadcaster(app, '灯里'), await addCaller(app, '湊')]
  const at = (await openBrowserOf(browser, reader)).page
  await at.goto('/base')
  const posts = at.getByRole('region', { name: 'タイムライン' }).getByRole('article')
  await expect(posts.first()).toBeVisible()
  await expectNoOverflow(at)

  await signIn(page, writer)
  await page.goto('/base')
  await page.getByRole('link', { name: 'タイムライン' }).click()
  await page.getByRole('button', { name: /いま、どんな気分/ }).click()
  const composer = page.getByRole('dialog', { name: '投稿する' })
  await composer.getByRole('textbox', { name: '投稿の内容' }).fill('今夜の月がきれいです')
  await page.getByLabel('画像を選ぶ').setInputFiles({
    ...{ name: 'moon.jpg', mimeType: 'image/jpeg', buffer: await picture(400, 300).jpeg().toBuffer() },
  })
  await expect(composer.getByRole('img', { name: 'つける画像 1' })).toBeVisible()
  await inBothThemes(page, axe)
  // What is written outlives the page.
  await page.reload()
  await page.getByRole('button', { name: /いま、どんな気分/ }).click()
  await expect(composer.getByRole('textbox', { name: '投稿の内容' })).toHaveValue('今夜の月がきれいです')
  await page.getByLabel('画像を選ぶ').setInputFiles({
    ...{ name: 'moon.jpg', mimeType: 'image/jpeg', buffer: await picture(400, 300).jpeg().toBuffer() },
  })
  await composer.getByRole('button', { name: '投稿する' }).click()
  const own = page.getByRole('article', { name: '灯里さんの投稿' })
  await expect(own.getByRole('img', { name: '灯里さんの画像' })).toBeVisible()

  const top = await posts.first().getAttribute('aria-label')
  const pill = at.getByRole('button', { name: /^新しい投稿 \d+件/ })
  await expect(pill).toBeVisible()
  expect(await posts.first().getAttribute('aria-label')).toBe(top)
  await pill.click()
  const seen = at.getByRole('article', { name: '灯里さんの投稿' })
  await expect(seen).toContainText('今夜の月がきれいです')
  await seen.getByRole('button', { name: 'いいね 0件' }).click()
  await expect(seen.getByRole('button', { name: 'いいね 1件', pressed: true })).toBeVisible()
  await seen.getByRole('link', { name: /コメント/ }).click()
  await at.getByRole('textbox', { name: 'コメント' }).fill('ほんとうですね')
  await at.getByRole('button', { name: 'コメントを送る' }).click()
  await expect(page.getByText('湊さんがあなたの投稿にコメントしました')).toBeVisible()
  await expect(at.getByRole('article', { name: 'あなたのコメント' })).toContainText('ほんとうですね')
  await inBothThemes(at, axe)
  await expectNoOverflow(at)
})

test('a broadcaster posts a movie, and a visitor plays it in the feed', async ({
  page,
  app,
  axe,
  browser,
}) => {
  await signIn(page, await addBroadcaster(app, '小夜'))
  await page.goto('/base')
  await page.getByRole('link', { name: 'タイムライン' }).click()
  await page.getByRole('button', { name: /いま、どんな気分/ }).click()
  const composer = page.getByRole('dialog', { name: '投稿する' })
  await composer.getByRole('button', { name: '動画をつける' }).click()
  await inBothThemes(page, axe)
  const looked = Promise.withResolvers<void>()
  await page.route('**/api/get-video-upload', (route) => looked.promise.then(() => route.fallback()))
  await composer.getByLabel(/動画を選ぶ/).setInputFiles({
    ...{ name: 'clip.mp4', mimeType: 'video/mp4' },
    buffer: await drawnClip({ width: 320, height: 180, seconds: 2 }),
  })
  await expect(composer.getByText(/送信中|変換/).first()).toBeVisible()
  await expect(composer.getByRole('button', { name: '投稿する', disabled: true })).toBeVisible()
  looked.resolve()
  await expect(composer.getByRole('img', { name: '動画の表紙' })).toBeVisible()
  await composer.getByRole('button', { name: '投稿する' }).click()
  const own = page.getByRole('article', { name: '小夜さんの投稿' })
  await expect(own.getByRole('button', { name: '小夜さんの動画を再生（0:02）' })).toBeVisible()

  const visitor = await browser.newPage({ reducedMotion: 'reduce' })
  await visitor.goto('/base')
  const post = visitor.getByRole('article', { name: '小夜さんの投稿' })
  const play = post.getByRole('button', { name: '小夜さんの動画を再生（0:02）' })
  await expect(play).toBeVisible()
  // No player and no movie before it is pressed, and the press moves nothing.
  await expect(visitor.locator('video')).toHaveCount(0)
  const boxes = () =>
    Promise.all([post.boundingBox(), post.getByRole('button', { name: /いいね/ }).boundingBox()])
  const before = await boxes()
  await play.click()
  const video = post.locator('video')
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0)
  expect(await boxes()).toEqual(before)
  await expectNoOverflow(visitor)
  await visitor.close()
})
