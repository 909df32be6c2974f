// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ItemDetail } from '#contract/market/items.ts'
import type { TransactionDetail } from '#contract/market/transactions.ts'
import { closePages, memberSession, openPage, typeInto } from '#web/session/testing/fake-page.tsx'
import { DisputePanel } from './dispute-panel.tsx'
import { QuestionsPanel } from './questions-panel.tsx'

vi.mock('#web/ui/dialog/toast.ts', () => ({ showToast: async () => undefined }))

afterEach(closePages)

const field = () => document.querySelector('textarea') as HTMLTextAreaElement
const submit = () => document.querySelector<HTMLElement>('button[type="submit"]') ?? undefined
const write = (text: string) => typeInto(field(), text)

const forms = {
  question: {
    path: '/api/ask-flea-market-question',
    form: (
      <QuestionsPanel
        item={{ itemId: 'item', isOwn: false, state: 'onSale', questions: [] } as never as ItemDetail}
      />
    ),
    idOf: (body: unknown) => (body as { questionId: string }).questionId,
  },
  'text about a problem': {
    path: '/api/add-flea-market-dispute-text',
    form: (
      <DisputePanel
        transaction={{ transactionId: 'transaction', disputeEntries: [] } as never as TransactionDetail}
        isOpen
      />
    ),
    idOf: (body: unknown) => (body as { entryId: string }).entryId,
  },
}

it.each(['question', 'text about a problem'] as const)(
  'a %s is sent again with its id, and with another one once its text has changed',
  async (kind) => {
    const { path, form, idOf } = forms[kind]
    const lost = { status: 502, body: {} }
    const page = await openPage(form, { session: memberSession, answers: { [path]: lost } })
    const ids = () => page.requests.flatMap((each) => (each.path === path ? [idOf(each.body)] : []))
    const send = async () => {
      const before = ids().length
      await page.pressElement(submit())
      await page.until(() => {
        expect(ids()).toHaveLength(before + 1)
        expect(submit()?.getAttribute('aria-busy')).not.toBe('true')
        expect(field().readOnly).toBe(false)
      })
    }
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

it.each(['question', 'text about a problem'] as const)(
  'a %s can’t be changed while it is sent',
  async (kind) => {
    const { path, form } = forms[kind]
    const page = await openPage(form, { session: memberSession })
    const { promise, resolve } = Promise.withResolvers<Response>()
    const answer = vi.fn((_path: string) => promise)
    vi.stubGlobal('fetch', answer)
    await write('あ')
    await page.pressElement(submit())
    await page.until(() => expect(answer.mock.calls[0]?.[0]).toBe(path))
    await page.until(() => expect(field().readOnly).toBe(true))
    await act(async () => resolve(Response.json({ type: 'success' })))
    await page.until(() => expect(field().value).toBe(''))
  },
)
