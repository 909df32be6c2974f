import { expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

it('runs work of one key in order, and work of another key beside it', async () => {
  const mutex = createKeyedMutex()
  const done: string[] = []
  const slow = Promise.withResolvers<void>()
  const first = mutex.run('a', async () => {
    await slow.promise
    done.push('a1')
  })
  const second = mutex.run('a', async () => void done.push('a2'))
  await mutex.run('b', async () => void done.push('b1'))
  slow.resolve()
  await Promise.all([first, second])
  expect(done).toEqual(['b1', 'a1', 'a2'])
})

it('goes on after a failure, which only its caller receives', async () => {
  const mutex = createKeyedMutex()
  const failing = mutex.run('a', async () => {
    throw new Error('broken')
  })
  const next = mutex.run('a', async () => 'well')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('well')
})
