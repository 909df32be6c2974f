import { expect, type Page, test, untilLoaded } from '#test/helpers/e2e.ts'
import { signIn } from '#test/helpers/people-in-browsers.ts'
import { addBroadcaster, addCaller } from '../own-people.ts'
import { people } from '../people/people-steps.ts'

/** Records what moved without an input, as browsers count it. */
const recordShifts = () => {
  const shifts: string[] = []
  Object.assign(window, { layoutShifts: shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      }
      if (shift.hadRecentInput) continue
      const moved = shift.sources.map(({ node }) =>
        node instanceof Element ? node.className : node?.nodeName,
      )
      shifts.push(`${shift.value.toFixed(4)}: ${moved.join(', ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const expectStill = async (page: Page, paths: readonly string[]): Promise<void> => {
  const found: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await untilLoaded(page)
    const shifts = await page.evaluate(() => (window as unknown as { layoutShifts: string[] }).layoutShifts)
    found.push(...shifts.map((shift) => `${path} ${shift}`))
  }
  expect(found).toEqual([])
}

test('nothing on the most used pages moves while they load', async ({ page, app }) => {
  await page.addInitScript(recordShifts)
  const profile = `/profile/unbroadcaster/${people.iori.id}`
  await expectStill(page, ['/', profile])
  await page.goto('about:blank')
  await signIn(page, await addCaller(app, 'しずか', { paid: 1_000 }))
  await expectStill(page, [
    '/',
    '/my-page',
    '/conversation/all',
    profile,
    '/my-page/security',
    '/my-page/notifications/settings',
    '/base/boards',
  ])
  // The caller's page would load itself again for the new member, and abort the next load.
  await page.goto('about:blank')
  await signIn(page, await addBroadcaster(app, 'しずく'))
  await expectStill(page, ['/', '/base', '/my-page', '/base/live'])
})
