// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import type { GalleryCard } from '#contract/gallery/gallery.ts'
import type { Profile } from '#contract/people/people.ts'
import { closePages, nameOf, openPageAt } from '#web/session/testing/fake-page.tsx'
import { paths, patterns } from '#web/shell/navigation/paths.ts'
import { ProfilePage } from './profile-page.tsx'

afterEach(closePages)

const mio: Profile = {
  ...{ id: '10482736', role: 'broadcaster', name: 'みお', age: 27, region: '東京', avatarId: null },
  ...{ state: 'standby', rating: { average: null, count: 0 }, tags: [], rates: { video: 200, voice: 140 } },
  ...{ isNew: false, nextStandbyAt: null, bookmark: false, job: null, bio: 'こんばんは', standbySince: null },
  ...{ schedule: [], bookmarkCount: 0, answerRatePercent: null, scoreCounts: [0, 0, 0, 0, 0] },
  ...{ callFigures: { calls: null, repeatCallers: null }, callable: true },
}

const card = (nth: number): GalleryCard => ({
  ...{ id: `0f8fad5b-d9cb-469f-a165-7086772895${nth}`, kind: 'image', title: `港の夜${nth}` },
  ...{ owner: { id: mio.id, name: mio.name, avatarId: null }, price: 300, pictures: 1, durationMs: null },
  ...{ cover: { imageId: `c${nth}`, width: 4, height: 5, signature: null }, access: 'locked' },
  ...{ isFavourite: false, favourites: 0, shownAt: '2026-11-23T00:00:00.000Z', isUnopened: false },
})

const opened = async (items: GalleryCard[], next: string | null = null) => {
  const page = await openPageAt([{ path: patterns.profile, element: <ProfilePage /> }], {
    ...{ session: null, at: paths.profile(mio.id, true) },
    answers: {
      '/api/get-user-inf-for-web': { body: { type: 'success', user: mio } },
      '/api/get-gallery-items': { body: { type: 'success', items, next } },
    },
  })
  const tab = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => nameOf(one) === name)
  await page.until(() => expect(tab('投稿')).toBeDefined())
  await page.pressElement(tab('ギャラリー'))
  const panel = document.querySelector('[role=tabpanel]')
  return { page, panel, says: (text: string) => page.until(() => expect(panel?.textContent).toContain(text)) }
}

it('the gallery tab has all items of the broadcaster, page by page, and the way to a request', async () => {
  const { page, panel, says } = await opened(
    Array.from({ length: 10 }, (_, nth) => card(10 + nth)),
    '1_0f8fad5b-d9cb-469f-a165-708677289519',
  )
  await says('港の夜19')
  expect(panel?.querySelectorAll('article')).toHaveLength(10)
  expect(panel?.getAttribute('aria-label')).toBe('ギャラリー')
  expect(panel?.textContent).toContain('写真をリクエストする')
  expect(panel?.textContent).toContain('もっと見る')
  expect(
    page.requests.filter(({ path }) => path === '/api/get-gallery-items').map(({ body }) => body),
  ).toEqual(expect.arrayContaining([expect.objectContaining({ broadcasterId: mio.id })]))
})

it('the gallery tab says when there are none', async () => {
  const { says } = await opened([])
  await says('作品はまだありません')
  await says('写真をリクエストする')
})
