// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { watchErrors } from './early-errors.ts'

const untraced = () => 0.99
const dsn = 'https://key@host/1'

const watch = (random = untraced) => {
  const start = vi.fn()
  const load = vi.fn(async () => ({ start }))
  watchErrors(dsn, load, random)
  return { start, load }
}

test('nothing is fetched while nothing breaks', () => {
  const { load } = watch()
  window.dispatchEvent(new Event('load'))
  expect(load).not.toHaveBeenCalled()
})

test('the first error brings the SDK, which is handed all that was held', async () => {
  const { load, start } = watch()
  const [first, second] = [new Error('first'), new Error('second')]
  window.dispatchEvent(new ErrorEvent('error', { error: first }))
  window.dispatchEvent(new ErrorEvent('error', { error: second }))
  await expect.poll(() => start.mock.calls).toHaveLength(1)
  expect(load).toHaveBeenCalledTimes(1)
  expect(start).toHaveBeenCalledWith({ dsn, isTraced: false, held: [first, second] })
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('third') }))
  expect(start.mock.calls[0]?.[0].held).toHaveLength(2)
})

test('traces one page load in twenty, after it has loaded', async () => {
  const { load, start } = watch(() => 0.049)
  expect(load).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  await expect.poll(() => start.mock.calls, { timeout: 10_000 }).toHaveLength(1)
  expect(start).toHaveBeenCalledWith({ dsn, isTraced: true, held: [] })
  const { load: loadOther } = watch(() => 0.05)
  window.dispatchEvent(new Event('load'))
  expect(loadOther).not.toHaveBeenCalled()
})
