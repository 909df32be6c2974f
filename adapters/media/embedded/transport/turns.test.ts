import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('does each piece of work in a turn of its own, in order, whatever the others do', async () => {
  const inTurn = createTurns()
  const done: string[] = []
  const ended = Promise.withResolvers<void>()
  const turn = (name: string) => {
    done.push(name)
    setImmediate(() => done.push(`after ${name}`))
  }
  inTurn(() => {
    turn('one')
    inTurn(() => {
      turn('three')
      setImmediate(ended.resolve)
    })
  })
  inTurn(() => turn('two'))
  expect(done).toEqual([])
  await ended.promise
  expect(done).toEqual(['one', 'after one', 'two', 'after two', 'three', 'after three'])
})
