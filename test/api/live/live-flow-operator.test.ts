import { expect, it } from 'vitest'
import type { TestWorld } from '#test/helpers/test-world.ts'
import { type OperatedWorld, withOperators } from '../operators/operated-world.ts'
import { granted, type OperatorWorld } from '../operators/operator-world.ts'
import { flowSteps } from './flow-world.ts'

let operators: OperatorWorld
let world: TestWorld
let at: OperatedWorld['at']
const { room, watch, comment, give } = flowSteps(() => world)
withOperators((made) => {
  ;({ operators, world, at } = made)
})

it('operators set prices, presents and words, and each holds at once', async () => {
  const { setting, presents } = granted(await at.request('operatorLiveFlow', {}))
  expect(presents).toHaveLength(12)
  const caller = await world.caller()
  const roomId = await room(await world.broadcaster())
  await watch(roomId, caller)
  expect(await at.request('operatorSetLiveFlow', { ...setting, commentPoints: 30 })).toEqual({
    type: 'success',
  })
  expect(await comment(caller, roomId)).toMatchObject({ code: 'livePriceChanged' })
  expect(await at.request('operatorSetLiveWords', { words: ['ばか', 'バカ', 'あほ'] })).toEqual({
    type: 'success',
  })
  expect(granted(await at.request('operatorLiveFlow', {})).words).toEqual(['あほ', 'バカ'])
  expect(await at.request('operatorSetLiveWords', { words: ['・'] })).toMatchObject({ code: 'liveWordWrong' })
  const wanted = presents.map(({ picture: _, ...present }) => ({
    ...present,
    isOnSale: present.presentId !== 'flower',
  }))
  expect(await at.request('operatorSetPresents', { presents: wanted.slice(1) })).toMatchObject({
    code: 'livePresentsWrong',
  })
  expect(await at.request('operatorSetPresents', { presents: wanted.toReversed() })).toEqual({
    type: 'success',
  })
  expect(await give(caller, roomId)).toMatchObject({ code: 'livePriceChanged' })
  const sold = await caller.request('getPresentMenuList', {})
  expect(JSON.stringify(sold)).not.toContain('お花')
  expect((await operators.audit()).slice(-3).map(({ action }) => action)).toEqual([
    'operatorSetLiveFlow',
    'operatorSetLiveWords',
    'operatorSetPresents',
  ])
})
