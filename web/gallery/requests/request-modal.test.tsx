// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { closePages, memberSession, openPage, typeInto } from '#web/session/testing/fake-page.tsx'
import { RequestModal } from './request-modal.tsx'

afterEach(closePages)

const partner = { id: '10000001', name: 'みお' }
const other = { ...memberSession, user: { ...memberSession.user, id: '10482737' } }
const wish = '浴衣で花火を見ているところ'
const fields = () => [...document.querySelectorAll('textarea')]

const open = (session: typeof memberSession) =>
  openPage(<RequestModal partner={partner} onClose={() => undefined} />, {
    session,
    answers: {
      '/api/get-my-point': { body: { type: 'success', point: 100 } },
      '/api/utage-not-enough-point': { body: { type: 'success' } },
    },
  })

it('keeps a wish on the way to the points for the member who wrote it alone', async () => {
  const page = await open(memberSession)
  await page.until(() => expect(document.body.textContent).toContain('ポイントを追加する'))
  await typeInto(fields().at(-1), wish)
  await page.press('ポイントを追加する')
  await page.until(() => expect(page.router.state.location.pathname).not.toBe('/'))
  await open(other)
  expect(fields().map(({ value }) => value)).toEqual([wish, ''])
  await open(memberSession)
  expect(fields().map(({ value }) => value)).toEqual([wish, '', wish])
})
