import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFavourite } from './favourite-model.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A heart and its server: `sent` lists the requests, `answer` resolves the newest one. */
const favourite = (bookmark: boolean) => {
  const model = createFavourite(bookmark)
  const startMs = Date.now()
  const sent: string[] = []
  let answer: (isDone: boolean) => void = () => undefined
  const until = (atMs: number) => vi.advanceTimersByTimeAsync(startMs + atMs - Date.now())
  const pressAt = async (...times: number[]) => {
    for (const at of times) {
      await until(at)
      void model.press((attempt) => {
        sent.push(`${Date.now() - startMs} ${attempt}`)
        const { promise, resolve } = Promise.withResolvers<boolean>()
        answer = resolve
        return promise
      })
    }
  }
  const answerAt = async (atMs: number, isDone = true) => {
    await until(atMs)
    answer(isDone)
    await until(atMs)
  }
  return { model, sent, pressAt, answerAt, until }
}

test('adds with one press, and removes with the next one two seconds after the answer', async () => {
  const { model, sent, pressAt, answerAt, until } = favourite(false)
  await pressAt(0)
  expect(model.get()).toEqual({ bookmark: true, locked: true, alert: null })
  await answerAt(100)
  await pressAt(500, 2_000, 2_099, 2_100)
  expect(sent).toEqual(['0 add', '2100 remove'])
  expect(model.get().bookmark).toBe(false)
  await answerAt(2_200)
  await until(4_200)
  expect(model.get()).toEqual({ bookmark: false, locked: false, alert: null })
})

test('locks until two seconds after a slow answer', async () => {
  const { model, sent, pressAt, answerAt } = favourite(true)
  await pressAt(0, 2_500, 4_999)
  expect(sent).toEqual(['0 remove'])
  await answerAt(5_000)
  await pressAt(5_000, 6_999, 7_000)
  expect(sent).toEqual(['0 remove', '7000 add'])
  expect(model.get().bookmark).toBe(true)
})

test.each([
  [false, 'お気に入りの追加に失敗しました。'],
  [true, 'お気に入りの削除に失敗しました。'],
])('resets the heart after a failure, shows it, and stays locked', async (bookmark, alert) => {
  const { model, sent, pressAt, answerAt } = favourite(bookmark)
  await pressAt(0)
  await answerAt(300, false)
  await pressAt(1_000)
  expect(model.get()).toEqual({ bookmark, locked: true, alert })
  model.dismissAlert()
  expect(model.get().alert).toBeNull()
  await pressAt(2_299)
  expect(sent).toHaveLength(1)
  await pressAt(2_300)
  expect(sent).toHaveLength(2)
})

test('applies a change from elsewhere, but not during an attempt', async () => {
  const { model, pressAt, answerAt } = favourite(false)
  model.update(true)
  expect(model.get().bookmark).toBe(true)
  await pressAt(0)
  model.update(true)
  expect(model.get().bookmark).toBe(false)
  await answerAt(100)
  model.update(true)
  expect(model.get().bookmark).toBe(true)
})
