import { expect, test } from 'vitest'
import type { ChatChanged, ChatMessage } from '#contract/chat/chat.ts'
import { type Failure, serverFailure } from '#contract/core/client.ts'
import { type RefusalCode, refusalBody } from '#contract/refusals.ts'
import { FakeBrowser } from '../testing/fake-browser.ts'
import { FakeClock } from '../testing/fake-clock.ts'
import { Outbox } from './outbox.ts'

const memberId = '10000001'
const partnerId = '20000002'

interface SentInput {
  messageId: string
  text?: string | undefined
  isWarned?: boolean | undefined
  imageId?: string | undefined
  imagePoints?: number | null | undefined
  replyTo?: string | undefined
  pricePoints?: number | undefined
}
type Answer = Failure | 'sent' | 'never'

/** A page with an outbox, and a server with scripted answers that accepts everything after them. */
const opened = (script: Answer[] = [], browser?: { clock: FakeClock; browser: FakeBrowser }) => {
  const clock = browser?.clock ?? new FakeClock()
  const shared = browser?.browser ?? new FakeBrowser(clock)
  const requests: SentInput[] = []
  const uploaded: string[] = []
  const uploads: (Failure | null)[] = []
  const sent: string[] = []
  const wakes = new Set<() => void>()
  const listeners = new Set<(change: ChatChanged) => void>()
  const messageOf = ({ messageId, text = '' }: SentInput): ChatMessage => ({
    id: messageId,
    seq: requests.length,
    revision: requests.length,
    senderId: memberId,
    sentAt: new Date(clock.now()).toISOString(),
    body: { kind: 'text', text },
    replyTo: null,
  })
  const request = (input: SentInput, options?: { signal?: AbortSignal }): Promise<never> => {
    requests.push(input)
    const answer = script.shift() ?? 'sent'
    return new Promise((resolve) => {
      options?.signal?.addEventListener('abort', () => resolve(serverFailure as never))
      if (answer === 'sent') resolve({ type: 'success', message: messageOf(input) } as never)
      else if (answer !== 'never') resolve(answer as never)
    })
  }
  const outbox = new Outbox({
    ...shared.portsOf({ memberId, isDead: false }),
    storage: shared.portsOf({ memberId, isDead: false }).outboxStorage,
    api: { sendTextMessage: request, sendSticker: request, sendImageFromWeb: request },
    events: {
      on: (_, handler) => {
        listeners.add(handler as never)
        return () => listeners.delete(handler as never)
      },
    },
    clock,
    onWake: (listener) => {
      wakes.add(listener)
      return () => wakes.delete(listener)
    },
    upload: async (_, { id, onProgress }) => {
      uploaded.push(id)
      onProgress(0.5)
      return uploads.shift() ?? { imageId: `image-of-${id}` }
    },
  })
  outbox.onSent((_, { id }) => sent.push(id))
  outbox.start()
  return {
    outbox,
    clock,
    requests,
    uploads,
    uploaded,
    sent,
    browser: { clock, browser: shared },
    wake: () => {
      for (const listener of wakes) listener()
    },
    receive: (message: ChatMessage) => {
      for (const listener of listeners) listener({ partnerId, message } as ChatChanged)
    },
    messageOf,
    send: (text: string) => outbox.send(partnerId, { kind: 'text', text }),
    states: () => outbox.pendingTo(partnerId).map(({ state }) => state.name),
    texts: () => requests.map(({ text }) => text),
  }
}
const no = (code: RefusalCode) => refusalBody(code)
const picture = { kind: 'image' as const, blob: new Blob(['x']), width: 3, height: 2, imagePoints: 300 }

test('retries with one id after growing pauses, and shows a failure after three attempts', async () => {
  const { clock, requests, send, states, outbox, sent } = opened([
    serverFailure,
    serverFailure,
    serverFailure,
    serverFailure,
  ])
  const id = send('おはよう')
  await clock.pass(1_500)
  expect(states()).toEqual(['sending'])
  await clock.pass(1_500)
  expect(requests).toHaveLength(3)
  expect(outbox.pendingTo(partnerId)[0]?.state).toEqual({
    name: 'failed',
    code: 'serverFailure',
    sentence: 'サーバーとの通信に失敗しました',
  })
  await clock.pass(60_000)
  expect(new Set(requests.map(({ messageId }) => messageId))).toEqual(new Set([id]))
  expect([requests.length, sent, states()]).toEqual([5, [id], []])
})

test('sends the next message after the one before, and both at once when the network is back', async () => {
  const { clock, send, wake, texts, states } = opened([
    serverFailure,
    serverFailure,
    serverFailure,
    serverFailure,
  ])
  send('1')
  send('2')
  await clock.pass(4_000)
  expect(states()).toEqual(['failed', 'failed'])
  wake()
  await clock.pass(0)
  wake()
  await clock.pass(0)
  expect(texts()).toEqual(['1', '1', '1', '1', '1', '2'])
})

test('keeps a refusal final and blocks no other message; 再送 puts it behind the others', async () => {
  const { clock, send, outbox, texts, states } = opened([no('chatReplyGone'), 'never'])
  const first = send('1')
  send('2')
  await clock.pass(100)
  expect(outbox.pendingTo(partnerId).map(({ state }) => state)).toEqual([
    { name: 'failed', code: 'chatReplyGone', sentence: '返信先のメッセージが見つかりません。' },
    { name: 'sending', progress: null },
  ])
  outbox.retry(first)
  expect(outbox.pendingTo(partnerId).map(({ body }) => body.kind === 'text' && body.text)).toEqual(['2', '1'])
  expect(states()).toEqual(['sending', 'sending'])
  expect(texts()).toEqual(['1', '2'])
})

test('sends the answer to a message that is gone without its quote, by 再送', async () => {
  const { clock, outbox, requests, states } = opened([no('chatReplyGone')])
  const replyTo = { messageId: 'gone', seq: 3, senderId: partnerId, preview: 'やっぱりなし' }
  const id = outbox.send(partnerId, { kind: 'text', text: 'どうしました？' }, { replyTo })
  await clock.pass(0)
  outbox.retry(id)
  await clock.pass(0)
  expect(requests.map((each) => each.replyTo)).toEqual(['gone', undefined])
  expect(states()).toEqual([])
})

test('lets a member who was warned of an exchange of contacts send all the same', async () => {
  const { clock, send, outbox, requests } = opened([no('contactWarning')])
  const id = send('LINEは…')
  await clock.pass(0)
  expect(outbox.pendingTo(partnerId)[0]?.state).toMatchObject({ name: 'failed', code: 'contactWarning' })
  outbox.sendAnyway(id)
  await clock.pass(0)
  expect(requests.map(({ messageId, isWarned }) => [messageId, isWarned])).toEqual([
    [id, false],
    [id, true],
  ])
})

test('charges the price on the pressed button, also after the page was killed, and 再送 its own', async () => {
  const killed = opened(['never'])
  const id = killed.outbox.send(partnerId, { kind: 'text', text: 'こんばんは' }, { pricePoints: 10 })
  await killed.clock.pass(0)
  const { clock, outbox, requests, states } = opened([serverFailure, no('chatPriceChanged')], killed.browser)
  killed.outbox.stop()
  await clock.pass(60_000)
  expect(states()).toEqual(['failed'])
  outbox.retry(id, 20)
  await clock.pass(0)
  expect(
    [...killed.requests, ...requests].map(({ messageId, pricePoints }) => [messageId, pricePoints]),
  ).toEqual([
    [id, 10],
    [id, 10],
    [id, 10],
    [id, 20],
  ])
  expect(states()).toEqual([])
})

test('waits for a server that asks to wait, and keeps the order', async () => {
  const { clock, send, texts } = opened([no('chatTooFast')])
  send('1')
  send('2')
  await clock.pass(1_500)
  expect(texts()).toEqual(['1', '1', '2'])
})

test('continues on the next page what a killed page was sending, with its order and ids', async () => {
  const killed = opened(['never'])
  killed.send('1')
  killed.send('2')
  await killed.clock.pass(0)
  const next = opened([], killed.browser)
  killed.outbox.stop()
  await next.clock.pass(0)
  expect(next.requests.map(({ messageId, text }) => [messageId, text])).toEqual([
    [killed.requests[0]?.messageId, '1'],
    [next.sent[1], '2'],
  ])
})

test('counts a message as sent when the socket delivers it before the answer', async () => {
  const { clock, send, receive, messageOf, sent, states, texts } = opened(['never'])
  const id = send('1')
  send('2')
  await clock.pass(0)
  receive(messageOf({ messageId: id, text: '1' }))
  await clock.pass(0)
  expect(sent[0]).toBe(id)
  expect([texts(), states()]).toEqual([['1', '2'], []])
})

test('aborts a request that hangs when the network is reported to be back', async () => {
  const { clock, send, wake, texts } = opened(['never'])
  send('1')
  await clock.pass(2_000)
  wake()
  await clock.pass(0)
  expect(texts()).toEqual(['1'])
  await clock.pass(1_000)
  wake()
  await clock.pass(0)
  expect(texts()).toEqual(['1', '1'])
})

test('doesn’t retry what is removed while it is under way', async () => {
  const { clock, send, outbox, texts, states } = opened(['never'])
  const id = send('1')
  await clock.pass(0)
  outbox.remove(id)
  send('2')
  await clock.pass(60_000)
  expect([texts(), states()]).toEqual([['1', '2'], []])
})

test('uploads a picture once, however often its message is sent', async () => {
  const { clock, outbox, requests, uploads, uploaded } = opened([serverFailure])
  uploads.push(serverFailure)
  const id = outbox.send(partnerId, picture)
  await clock.pass(10_000)
  expect(uploaded).toEqual([id, id])
  expect(requests).toMatchObject([
    { messageId: id, imageId: `image-of-${id}`, imagePoints: 300 },
    { messageId: id, imageId: `image-of-${id}` },
  ])
})

test('can’t send a picture that the browser lost, and makes no request', async () => {
  const before = opened()
  before.uploads.push(serverFailure)
  const id = before.outbox.send(partnerId, picture)
  await before.clock.pass(0)
  before.outbox.stop()
  await before.browser.browser.portsOf({ memberId, isDead: false }).blobs.remove(id)
  const { clock, outbox, requests } = opened([], before.browser)
  await clock.pass(0)
  expect(outbox.pendingTo(partnerId)[0]?.state).toMatchObject({ name: 'failed', code: 'imageGone' })
  expect(requests).toEqual([])
})

test('uploads an image that the server has lost again by 再送', async () => {
  const { clock, outbox, uploaded } = opened([no('imageGone')])
  const id = outbox.send(partnerId, picture)
  await clock.pass(0)
  outbox.retry(id)
  await clock.pass(0)
  expect([uploaded, outbox.pendingTo(partnerId)]).toEqual([[id, id], []])
})

test('shows a message while another tab sends it, until the other tab has it', async () => {
  const sender = opened(['never'])
  const id = sender.send('1')
  await sender.clock.pass(0)
  const other = opened([], sender.browser)
  await other.clock.pass(0)
  expect([other.states(), other.requests]).toEqual([['sending'], []])
  sender.receive(sender.messageOf({ messageId: id }))
  await other.clock.pass(10)
  expect([other.sent, other.states(), other.requests]).toEqual([[id], [], []])
})
