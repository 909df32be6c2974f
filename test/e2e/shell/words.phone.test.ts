import { expect, type Page, test, untilLoaded } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addCaller } from '../own-people.ts'
import { people } from '../people/people-steps.ts'

/** The narrowest phone, the usual one, and the narrowest desktop. */
const widths = [320, 390, 1024]

/** Words of headings, buttons, tabs and labels whose characters are on two lines, with the text that contains them. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
    const roots =
      'h1, h2, h3, h4, button, label, legend, summary, small, nav a, a strong, a[class*=button], [role=tab]'
    const found = new Set<string>()
    for (const root of document.querySelectorAll(roots)) {
      // What is only read aloud is a pixel wide.
      const isShown = root.checkVisibility({ visibilityProperty: true }) && root.clientWidth !== 1
      if (!isShown || root.closest('.vh')) continue
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const whole = text.textContent ?? ''
        for (const { segment, index, isWordLike } of segmenter.segment(whole)) {
          if (!isWordLike || segment.length < 2) continue
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + segment.length)
          const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
          if (Math.max(...tops) - Math.min(...tops) > 4) found.add(`${segment} in ${whole}`)
        }
      }
    }
    return [...found]
  })

const expectWholeWords = async (page: Page, paths: readonly string[]): Promise<void> => {
  const broken: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await untilLoaded(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      broken.push(...(await brokenWords(page)).map((word) => `${path} at ${width} px: ${word}`))
    }
  }
  expect(broken).toEqual([])
}

test('breaks no word of a heading, a button, a tab or a label', async ({ page, app }) => {
  const profile = `/profile/unbroadcaster/${people.iori.id}`
  await expectWholeWords(page, ['/', '/search', '/login', '/signup', '/?showTutoModal=true', profile])
  await signIn(page, await addCaller(app, 'ことば', { paid: 1_000 }))
  await expectWholeWords(page, [
    '/',
    '/search',
    '/conversation/all',
    '/my-page',
    '/my-page/help',
    '/my-page/notifications/settings',
    '/my-page/reviews',
    '/my-page/security',
    '/purchase',
    profile,
  ])
})
