// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { memberKey } from '#web/shell/member-key.ts'
import { closePages, memberSession, openPageAt, typeInto } from './testing/fake-page.tsx'
import { useKeptDraft } from './use-kept-draft.ts'

afterEach(closePages)

const key = `${memberKey(memberSession.user.id, 'form')}test`
const first: { text: string; tags: readonly string[] } = { text: '', tags: [] }
const field = () => document.querySelector('textarea') ?? undefined

type Answer = 'stored' | 'refused'

const Form = ({ send }: { send: (id: string) => Promise<Answer> }) => {
  const kept = useKeptDraft('test', first)
  return (
    <>
      <textarea value={kept.draft.text} onChange={({ target }) => kept.change({ text: target.value })} />
      <p>{kept.draft.tags.join(' ')}</p>
      <button
        type="button"
        onClick={() => kept.forgetAfter(send(kept.idOf(kept.draft)), (answer) => answer === 'stored')}
      >
        送る
      </button>
    </>
  )
}

/** A page with a form, and the page of a ring. */
const opened = async (session = memberSession) => {
  const ids: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const send = (id: string) => {
    ids.push(id)
    return promise
  }
  const routes = [
    { path: '/', element: <Form send={send} /> },
    { path: '/ring', element: '着信' },
  ]
  const page = await openPageAt(routes, { session })
  const go = (path: string) => act(async () => page.router.navigate(path))
  return { ids, go, press: page.press, settle: { resolve, reject } }
}

it('keeps a draft over a ring for the member who wrote it', async () => {
  const { go } = await opened()
  await typeInto(field(), 'こんばんは')
  await go('/ring')
  expect(field()).toBeUndefined()
  await go('/')
  expect(field()?.value).toBe('こんばんは')
  document.body.replaceChildren()
  await opened({ ...memberSession, user: { ...memberSession.user, id: '10482737' } })
  expect(field()?.value).toBe('')
})

it('forgets a draft that is stored after a ring has taken its page away', async () => {
  const { go, press, settle } = await opened()
  await typeInto(field(), 'こんばんは')
  await press('送る')
  await go('/ring')
  await act(async () => settle.resolve('stored'))
  expect(sessionStorage.getItem(key)).toBeNull()
  await go('/')
  expect(field()?.value).toBe('')
})

it('keeps a draft that could not be sent or was refused, with the id that it was sent with', async () => {
  for (const end of ['reject', 'resolve'] as const) {
    const { ids, go, press, settle } = await opened()
    await typeInto(field(), 'こんばんは')
    await press('送る')
    await act(async () => settle[end]('refused'))
    await go('/ring')
    await go('/')
    expect(field()?.value).toBe('こんばんは')
    await press('送る')
    expect(ids[1]).toBe(ids[0])
    await closePages()
  }
})

it('stores nothing when all that was written is taken out again', async () => {
  await opened()
  await typeInto(field(), 'こ')
  expect(sessionStorage.getItem(key)).not.toBeNull()
  await typeInto(field(), '')
  expect(sessionStorage.getItem(key)).toBeNull()
})

it.each(['null', '{', '3', '[]', '{"changes":null}', '{"changes":{"text":5,"tags":"x"}}'])(
  'ignores %s, which it has not kept',
  async (junk) => {
    sessionStorage.setItem(key, junk)
    await opened()
    expect(field()?.value).toBe('')
  },
)
