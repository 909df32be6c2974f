// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Role } from '#contract/account/account.ts'
import {
  closePages,
  type FakeAnswers,
  memberSession,
  openPage,
  typeInto,
} from '#web/session/testing/fake-page.tsx'
import { CommentForm } from './comments/comment-form.tsx'
import { Composer } from './composer/composer.tsx'

vi.mock('#web/ui/dialog/toast.ts', () => ({ showToast: async () => undefined }))
vi.mock('#web/images/upload-image.ts', () => ({
  uploadImage: async (_file: Blob, { id }: { id: string }) => ({ type: 'success', imageId: id }),
}))

afterEach(closePages)

const field = () => document.querySelector('textarea') as HTMLTextAreaElement
const submit = () => document.querySelector<HTMLElement>('button[type="submit"]') ?? undefined
const write = (text: string) => typeInto(field(), text)

const lost = { status: 502, body: {} }
const memberId = memberSession.user.id
const caller: Role = 'caller'
const forms = {
  post: {
    path: '/api/post-timeline',
    form: <Composer memberId={memberId} role={caller} onClose={() => undefined} />,
    stored: { type: 'success', post: { postId: 'p', seq: '1', author: { id: memberId } } },
    idOf: (body: unknown) => (body as { postId: string }).postId,
  },
  comment: {
    path: '/api/comment-timeline',
    form: <CommentForm postId="post" label="コメント" placeholder="" />,
    stored: { type: 'success' },
    idOf: (body: unknown) => (body as { commentId: string }).commentId,
  },
}

const opened = async (kind: keyof typeof forms, answers: FakeAnswers = { [forms[kind].path]: lost }) => {
  const { path, form, idOf } = forms[kind]
  const page = await openPage(form, { session: memberSession, answers })
  const ids = () => page.requests.flatMap((each) => (each.path === path ? [idOf(each.body)] : []))
  const send = async () => {
    const before = ids().length
    await page.pressElement(submit())
    await page.until(() => {
      expect(ids()).toHaveLength(before + 1)
      expect(field().readOnly).toBe(false)
    })
  }
  return { page, ids, send }
}

it.each(['post', 'comment'] as const)(
  'a %s is sent again with its id, and with another one once its text has changed',
  async (kind) => {
    const { ids, send } = await opened(kind)
    await write('あ')
    await send()
    await send()
    await write('あい')
    await send()
    const [first, again, changed] = ids()
    expect(again).toBe(first)
    expect(changed).not.toBe(first)
  },
)

it('a post keeps the id that it was sent with for a later visit', async () => {
  const first = await opened('post')
  await write('あ')
  await first.send()
  const kept = { ...localStorage }
  await closePages()
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, String(value))
  const later = await opened('post')
  expect(field().value).toBe('あ')
  await later.send()
  expect(later.ids()).toEqual(first.ids())
})

it('a post with a poll added to it has another id', async () => {
  const { page, ids, send } = await opened('post')
  await write('あ')
  await send()
  await page.press('アンケートをつける')
  for (const choice of document.querySelectorAll<HTMLInputElement>('input[aria-label^="選択肢"]'))
    await typeInto(choice, 'はい')
  await send()
  expect(new Set(ids()).size).toBe(2)
})

it('a picture that an earlier post has is uploaded again', async () => {
  const gone = { type: 'error', code: 'imageGone', message: '画像が見つかりません。' }
  const { page, ids, send } = await opened('post', {
    [forms.post.path]: { status: 409, body: gone },
  })
  await act(async () => {
    const input = document.querySelector('input[type="file"]') as HTMLInputElement
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'x.png', { type: 'image/png' })] })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await send()
  await page.until(() => expect(document.body.textContent).toContain(gone.message))
  await send()
  const images = page.requests.flatMap(({ path, body }) =>
    path === forms.post.path ? (body as { images: string[] }).images : [],
  )
  expect(new Set(images).size).toBe(2)
  expect(new Set(ids()).size).toBe(2)
})

it.each(['post', 'comment'] as const)('nothing can be typed into a %s while it is sent', async (kind) => {
  const { path, stored } = forms[kind]
  const { page } = await opened(kind, { [path]: { body: stored } })
  const answerNow = fetch
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async (to: string, init?: RequestInit) => {
    await mayAnswer
    return answerNow(to, init)
  })
  await write('あ')
  await page.pressElement(submit())
  await page.until(() => expect(field().readOnly).toBe(true))
  answer()
  await page.until(() => expect(field().readOnly).toBe(false))
})
