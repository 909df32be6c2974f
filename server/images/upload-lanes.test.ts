import { expect, test } from 'vitest'
import { createUploadLanes } from './upload-lanes.ts'

test('two who never finish leave the others half of the lanes, one for each', async () => {
  const lanes = createUploadLanes({ now: () => 0 })
  const over = Promise.withResolvers<string>()
  const begun: string[] = []
  const begin = (memberId: string) =>
    lanes.run(memberId, () => {
      begun.push(memberId)
      return over.promise
    })
  const slow = ['1', '1', '1', '1', '1', '2', '2', '2', '2', '2'].map(begin)
  const others = Array.from({ length: 9 }, (_, index) => [
    begin(`${index + 3}`),
    begin(`${index + 3}`),
  ]).flat()
  expect(begun).toEqual(['1', '1', '1', '1', '2', '2', '2', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  over.resolve('done')
  expect((await Promise.all([...slow, ...others])).filter((answer) => answer === 'done')).toHaveLength(16)
  expect(await lanes.run('1', async () => 'again')).toBe('again')
})
