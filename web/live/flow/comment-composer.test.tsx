// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { closePages, memberSession, openPage, typeInto } from '#web/session/testing/fake-page.tsx'
import { CommentComposer } from './comment-composer.tsx'
import { emptyFlow, type Flow } from './flow-model.ts'

afterEach(closePages)

const roomId = '5f0c9a50-0a39-4c9e-8a25-0f4a0a6d7a11'
const payPath = '/api/pay-second-side-watch-chat-point'

const open = (flow: Partial<Flow>, refused: { code: string; message: string }, needed: () => void) =>
  openPage(
    <CommentComposer
      live={{
        roomId,
        flow: { ...emptyFlow, isLoaded: true, commentPoints: 30, ...flow },
        failure: null,
        ...{ add: () => undefined, updateOrders: () => undefined, bonusReceived: () => undefined },
        reload: () => undefined,
      }}
      onNeedPoints={needed}
    />,
    {
      session: memberSession,
      answers: { [payPath]: { status: 409, body: { type: 'error', ...refused } } },
    },
  )

const field = () => document.querySelector('input') as HTMLInputElement
const send = () => document.querySelector<HTMLElement>('button[type="submit"]') ?? undefined
const write = (text: string) => typeInto(field(), text)

it('bears the price, keeps a refused text, and sends it again as the same comment', async () => {
  let needed = 0
  const refused = { code: 'insufficientPoints', message: 'ポイントが不足しています' }
  const page = await open({ role: 'watcher' }, refused, () => {
    needed += 1
  })
  expect(send()?.textContent?.replaceAll(/\s/g, '')).toBe('送信30pt')
  await write('こんばんは')
  for (const times of [1, 2]) {
    await page.pressElement(send())
    await page.until(() => expect(needed).toBe(times))
    expect(field().value).toBe('こんばんは')
    expect(document.querySelector('[role="status"]')?.textContent).toBe(refused.message)
  }
  await write('こんばんは！')
  await page.pressElement(send())
  await page.until(() => expect(needed).toBe(3))
  const sent = page.requests.flatMap(({ path, body }) =>
    path === payPath ? [body as { commentId: string; expectedPoints: number }] : [],
  )
  expect(sent.map(({ expectedPoints }) => expectedPoints)).toEqual([30, 30, 30])
  const [first, again, changed] = sent.map(({ commentId }) => commentId)
  expect(again).toBe(first)
  expect(changed).not.toBe(first)
})

it('is free for the moderator, and closed to who is muted', async () => {
  const refused = { code: 'forbidden', message: '' }
  await open({ role: 'moderator' }, refused, () => undefined)
  expect(send()?.textContent).toBe('送信')
  await closePages()
  await open({ role: 'watcher', isMuted: true }, refused, () => undefined)
  expect(send()).toBeUndefined()
  expect(document.body.textContent).toContain('この配信では、コメントを送れません。')
})
