// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { closePages, memberSession, openPage, typeInto } from '#web/session/testing/fake-page.tsx'
import { useKeptDraft } from '#web/session/use-kept-draft.ts'
import { AnswerComposer } from './answer-composer.tsx'

afterEach(closePages)

const path = '/api/answer-board'

const Composer = () => (
  <AnswerComposer
    threadId="thread"
    kept={useKeptDraft('boardAnswer:thread', { text: '' })}
    inputRef={null}
    onPosted={() => undefined}
  />
)

it('sends a post again with its id while it has no answer, and the same words as a new post after one', async () => {
  const answers: Record<string, { status?: number; body: object }> = { [path]: { status: 502, body: {} } }
  const page = await openPage(<Composer />, { session: memberSession, answers })
  const field = () => document.querySelector('textarea') as HTMLTextAreaElement
  const submit = () => document.querySelector<HTMLElement>('button[type="submit"]') ?? undefined
  const ids = () =>
    page.requests.flatMap((each) => (each.path === path ? [(each.body as { postId: string }).postId] : []))
  const send = async () => {
    const before = ids().length
    await page.pressElement(submit())
    await page.until(() => {
      expect(ids()).toHaveLength(before + 1)
      expect(submit()?.getAttribute('aria-busy')).not.toBe('true')
    })
  }
  await typeInto(field(), 'こんばんは')
  await send()
  answers[path] = { body: { type: 'success' } }
  await send()
  await page.until(() => expect(field().value).toBe(''))
  await typeInto(field(), 'こんばんは')
  await send()
  const [first, again, next] = ids()
  expect(again).toBe(first)
  expect(next).not.toBe(first)
})
