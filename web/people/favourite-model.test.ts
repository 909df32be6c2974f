import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFavourite } from './favourite-model.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A heart whose server answers after `answerMs`; `sent` says when what was sent. */
const heart = (bookmark: boolean, answerMs = 100, isDone = true) => {
  const model = createFavourite(bookmark)
  const startMs = Date.now()
  const sent: string[] = []
  const press = () =>
    void model.press((attempt) => {
      sent.push(`${Date.now() - startMs} ${attempt}`)
      return new Promise((resolve) => setTimeout(() => resolve(isDone), answerMs))
    })
  const pressAt = async (...times: number[]) => {
    for (const at of times) {
      await vi.advanceTimersByTimeAsync(startMs + at - Date.now())
      press()
    }
  }
  return { model, sent, pressAt }
}

test('one press adds, the next one after two seconds removes', async () => {
  const { model, sent, pressAt } = heart(false)
  await pressAt(0)
  expect(model.get()).toEqual({ bookmark: true, locked: true, alert: null })
  await pressAt(500, 1_999, 2_000)
  expect(sent).toEqual(['0 add', '2000 remove'])
  expect(model.get().bookmark).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(model.get()).toEqual({ bookmark: false, locked: false, alert: null })
})

test('a slow answer keeps the lock until it comes', async () => {
  const { model, sent, pressAt } = heart(true, 5_000)
  await pressAt(0, 2_500, 4_999)
  expect(sent).toEqual(['0 remove'])
  await pressAt(5_000)
  expect(sent).toEqual(['0 remove', '5000 add'])
  expect(model.get().bookmark).toBe(true)
})

test.each([
  [false, 'お気に入りの追加に失敗しました。'],
  [true, 'お気に入りの削除に失敗しました。'],
])('a failure takes the heart back, says so, and keeps the lock', async (bookmark, alert) => {
  const { model, sent, pressAt } = heart(bookmark, 100, false)
  await pressAt(0, 1_000)
  expect(model.get()).toEqual({ bookmark, locked: true, alert })
  model.dismissAlert()
  expect(model.get().alert).toBeNull()
  await pressAt(2_000)
  expect(sent).toHaveLength(2)
})

test('news from elsewhere counts, but not against an attempt on its way', async () => {
  const { model, pressAt } = heart(false)
  model.hear(true)
  expect(model.get().bookmark).toBe(true)
  await pressAt(0)
  model.hear(true)
  expect(model.get().bookmark).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  model.hear(true)
  expect(model.get().bookmark).toBe(true)
})
