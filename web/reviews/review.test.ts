import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { canSubmit, createReviewForm, descriptionError } from './review-form.ts'
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

describe('how a review fails (specification 8)', () => {
  it.each<[string, () => Promise<Response>, string]>([
    [
      'a server that says no',
      async () => json({ type: 'error', message: '投稿できません' }),
      '投稿できません',
    ],
    ['a server that says no without a word', async () => json({ type: 'error' }), '投稿に失敗しました'],
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
    expect(await submitReview(payload, answer)).toEqual({ isPosted: false, message })
  })

  it('a request that can’t be made', async () => {
    vi.stubGlobal('location', { origin: 'nowhere' })
    const send = vi.fn<typeof fetch>()
    const outcome = await submitReview(payload, send)
    expect(outcome).toEqual({
      isPosted: false,
      message: 'リクエストの送信に失敗しました。しばらく経ってから再度お試しください。',
    })
    expect(send).not.toHaveBeenCalled()
  })

  it('nobody signed in', async () => {
    const send = vi.fn<typeof fetch>()
    expect(await submitReview(null, send)).toEqual({ isPosted: false, message: 'ログインが必要です' })
    expect(send).not.toHaveBeenCalled()
  })
})

test('a review is posted as JSON with the five specified fields', async () => {
  let sent: unknown
  const outcome = await submitReview(payload, async (request) => {
    if (request instanceof Request)
      sent = { url: request.url, method: request.method, body: await request.json() }
    return json({ type: 'success' })
  })
  expect(outcome).toEqual({ isPosted: true })
  expect(sent).toEqual({ url: 'https://koyoi.test/api/post-user-review', method: 'POST', body: payload })
})

describe('when a review may be sent (specification 5)', () => {
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
    expect(canSubmit({ score: 5, description: '', status: { name: 'error', message: '' } })).toBe(true)
  })
})

describe('the form’s timeline (specification 4)', () => {
  const open = (outcomes: ReviewOutcome[]) => {
    const seen: string[] = []
    const form = createReviewForm({
      send: async () => {
        seen.push('sent')
        return outcomes.shift() ?? { isPosted: true }
      },
      onPosted: () => seen.push('posted'),
      onClose: () => seen.push('closed'),
    })
    return { form, seen, view: () => form.store.get() }
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

  it('keeps what was written when it fails, and may be sent again', async () => {
    const { form, seen, view } = open([{ isPosted: false, message: '投稿に失敗しました' }])
    form.setScore(2)
    form.setDescription('とても楽しい時間でした')
    await form.submit()
    expect(view()).toEqual({
      score: 2,
      description: 'とても楽しい時間でした',
      status: { name: 'error', message: '投稿に失敗しました' },
    })
    await form.submit()
    expect(seen).toEqual(['sent', 'sent', 'posted'])
  })

  it('closes nothing after it was closed by hand', async () => {
    const { form, seen } = open([])
    await form.submit()
    form.stop()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(seen).toEqual(['sent', 'posted'])
  })
})
