// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { Role } from '#contract/account/account.ts'
import { closePages, memberSession, openPage, typeInto } from '#web/session/testing/fake-page.tsx'
import { Composer } from './composer.tsx'
import { readDraft } from './post-draft.ts'

vi.mock('#web/ui/dialog/toast.ts', () => ({ showToast: async () => undefined }))

afterEach(closePages)

const memberId = memberSession.user.id
const caller: Role = 'caller'
const post = '/api/post-timeline'
const mio = { id: '20000001', name: 'みお' }

it('sends the mention of a person who was chosen from the list, and keeps it with the draft', async () => {
  const page = await openPage(<Composer memberId={memberId} role={caller} onClose={() => undefined} />, {
    session: memberSession,
    answers: {
      '/api/search-users': { body: { type: 'success', users: [{ ...mio, avatarId: null }], next: null } },
      [post]: { status: 502, body: {} },
    },
  })
  const field = () => document.querySelector('textarea') ?? undefined
  const people = () => [
    ...document.querySelectorAll<HTMLElement>('[aria-label="メンションする配信者"] button'),
  ]
  await typeInto(field(), 'こんばんは @み')
  await page.until(() => expect(people()).toHaveLength(1))
  await page.pressElement(people()[0])
  expect(field()?.value).toBe('こんばんは @みお ')
  await typeInto(field(), 'こんばんは @みお さん')
  expect(readDraft(memberId)).toMatchObject({ text: 'こんばんは @みお さん', people: [mio] })
  await page.press('投稿する')
  await page.until(() => expect(page.requests.map(({ path }) => path)).toContain(post))
  expect(page.requests.find(({ path }) => path === post)?.body).toMatchObject({
    text: `こんばんは <@${mio.id}> さん`,
  })
})
