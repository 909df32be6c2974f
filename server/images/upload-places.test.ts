import { expect, test } from 'vitest'
import { createUploadPlaces } from './upload-places.ts'

test('members whose uploads never end leave most of the slots to others, one for each', async () => {
  const places = createUploadPlaces({ now: () => 0 })
  const over = Promise.withResolvers<string>()
  const begun: string[] = []
  const begin = (memberId: string) =>
    places.run(memberId, () => {
      begun.push(memberId)
      return over.promise
    })
  const slow = Array.from({ length: 20 }, (_, member) =>
    Array.from({ length: 5 }, () => begin(`slow-${member}`)),
  ).flat()
  // 16 members with 4 each; from then on one each.
  expect(begun).toHaveLength(16 * 4 + 4)
  expect(begun.filter((memberId) => memberId === 'slow-19')).toHaveLength(1)
  const others = Array.from({ length: 200 }, (_, member) => [begin(`${member}`), begin(`${member}`)]).flat()
  expect(begun).toHaveLength(256)
  expect(new Set(begun.slice(68)).size).toBe(188)
  over.resolve('done')
  expect((await Promise.all([...slow, ...others])).filter((answer) => answer === 'done')).toHaveLength(256)
  expect(await places.run('slow-1', async () => 'again')).toBe('again')
})
