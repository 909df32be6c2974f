import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import {
  canSubmit,
  createReviewForm,
  descriptionError,
  isWarned,
  isWritten,
  type ReviewDraft,
} from './review-form.ts'
import { type ReviewOutcome, submitReview } from './submit-review.ts'

const payload = { target_user_id: '1', user_id: '2', score: 5, description: '', token: 't' }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'https://koyoi.test' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init)

describe('how a review fails (Specification 8)', () => {
  it.each<[string, () => Promise<Response>, string]>([
    [
      'a server that says no',
      async () => json({ type: 'error', message: '投稿できません' }),
      '投稿できません',
    ],
    ['a server that refuses without a message', async () => json({ type: 'error' }), '投稿に失敗しました'],
    [
      'an HTTP error with a message',
      async () =>
        json(
          { type: 'error', code: 'reviewNotAllowed', message: 'レビューできる通話がありません。' },
          { status: 409 },
        ),
      'エラー: レビューできる通話がありません。',
    ],
    [
      'an HTTP error without a message',
      async () => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
      'エラー: Bad Gateway',
    ],
    [
      'no response',
      async () => Promise.reject(new TypeError('Failed to fetch')),
      'サーバーからの応答がありません。通信環境をご確認ください。',
    ],
    [
      'an answer that is none of ours',
      async () => new Response('<html>'),
      '予期せぬエラーが発生しました。しばらく経ってから再度お試しください。',
    ],
  ])('%s', async (_what, answer, message) => {
    expect(await submitReview(payload, answer)).toEqual({ isPosted: false, message, isWarning: false })
  })

  it('a request that can’t be made', async () => {
    vi.stubGlobal('location', { origin: 'nowhere' })
    const send = vi.fn<typeof fetch>()
    const outcome = await submitReview(payload, send)
    expect(outcome).toEqual({
      isPosted: false,
      message: 'リクエストの送信に失敗しました。しばらく経ってから再度お試しください。',
      isWarning: false,
    })
    expect(send).not.toHaveBeenCalled()
  })

  it('nobody signed in', async () => {
    const send = vi.fn<typeof fetch>()
    expect(await submitReview(null, send)).toEqual({
      isPosted: false,
      message: 'ログインが必要です',
      isWarning: false,
    })
    expect(send).not.toHaveBeenCalled()
  })
})

test('posts a review as JSON with the five specified fields', async () => {
  let sent: unknown
  const outcome = await submitReview(payload, async (request) => {
    if (request instanceof Request)
      sent = { url: request.url, method: request.method, body: await request.json() }
    return json({ type: 'success' })
  })
  expect(outcome).toEqual({ isPosted: true })
  expect(sent).toEqual({ url: 'https://koyoi.test/api/post-user-review', method: 'POST', body: payload })
})

test('marks the contact guard’s warning as such', async () => {
  const { message } = refusals.contactWarning
  const outcome = await submitReview(payload, async () =>
    json({ type: 'error', code: 'contactWarning', message }, { status: 409 }),
  )
  expect(outcome).toEqual({ isPosted: false, message: `エラー: ${message}`, isWarning: true })
})

describe('when a review may be sent (Specification 5)', () => {
  it.each([
    ['', null],
    ['   ', '10文字以上入力してください。'],
    ['楽', '10文字以上入力してください。'],
    ['123456789', '10文字以上入力してください。'],
    ['1234567890', null],
    ['楽'.repeat(501), '感想は500文字以内で入力してください。'],
  ])('%s', (description, error) => {
    expect(descriptionError(description)).toBe(error)
    expect(canSubmit({ score: 5, description, status: { name: 'idle' } })).toBe(error === null)
  })

  it('never without a score, and never twice', () => {
    expect(canSubmit({ score: 0, description: '', status: { name: 'idle' } })).toBe(false)
    expect(canSubmit({ score: 5, description: '', status: { name: 'submitting' } })).toBe(false)
    expect(
      canSubmit({ score: 5, description: '', status: { name: 'error', message: '', isWarning: false } }),
    ).toBe(true)
  })
})

test.each([
  ['as it opened', 5, '', false],
  ['with other stars', 3, '', true],
  ['with a text', 5, '楽', true],
])('a form %s would lose something: %s stars, “%s”: %s', (_, score, description, isLost) => {
  expect(isWritten({ score, description, status: { name: 'idle' } })).toBe(isLost)
})

describe('the form over time (Specification 4)', () => {
  const open = (outcomes: ReviewOutcome[]) => {
    const seen: string[] = []
    const sent: ReviewDraft[] = []
    const form = createReviewForm({
      send: async (review) => {
        seen.push('sent')
        sent.push(review)
        return outcomes.shift() ?? { isPosted: true }
      },
      onPosted: () => seen.push('posted'),
      onClose: () => seen.push('closed'),
    })
    return { form, seen, sent, view: () => form.store.get() }
  }

  it('sends once, says so, resets, and closes after 1.8 s', async () => {
    const { form, seen, view } = open([])
    form.setScore(3)
    form.setDescription('とても楽しい時間でした')
    void form.submit()
    void form.submit()
    await vi.advanceTimersByTimeAsync(0)
    expect(view()).toEqual({
      score: 5,
      description: '',
      status: { name: 'success', message: 'レビューを投稿しました！' },
    })
    expect(seen).toEqual(['sent', 'posted'])
    await vi.advanceTimersByTimeAsync(1_799)
    expect(seen).toEqual(['sent', 'posted'])
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toEqual(['sent', 'posted', 'closed'])
    expect(view().status).toEqual({ name: 'idle' })
  })

  it('keeps the text when it fails, and may be sent again', async () => {
    const { form, seen, view } = open([{ isPosted: false, message: '投稿に失敗しました', isWarning: false }])
    form.setScore(2)
    form.setDescription('とても楽しい時間でした')
    await form.submit()
    expect(view()).toEqual({
      score: 2,
      description: 'とても楽しい時間でした',
      status: { name: 'error', message: '投稿に失敗しました', isWarning: false },
    })
    await form.submit()
    expect(seen).toEqual(['sent', 'sent', 'posted'])
  })

  it('posts a text after a warning only in the form that the reviewer was warned of', async () => {
    const warning: ReviewOutcome = { isPosted: false, message: 'エラー: 連絡先の交換', isWarning: true }
    const { form, sent, view } = open([warning, warning])
    form.setDescription('電話番号はこちらです')
    await form.submit()
    expect(isWarned(view())).toBe(true)
    form.setDescription('メールアドレスはこちらです')
    expect(view().status).toEqual({ name: 'idle' })
    await form.submit()
    await form.submit()
    expect(sent.map((review) => review.isWarned)).toEqual([undefined, undefined, true])
    expect(view().status.name).toBe('success')
  })

  it('closes nothing after it was closed by hand', async () => {
    const { form, seen } = open([])
    await form.submit()
    form.stop()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(seen).toEqual(['sent', 'posted'])
  })
})
