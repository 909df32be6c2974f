// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ReviewedItem } from '#contract/gallery/operator.ts'
import { closePages, openPage } from '#web/session/testing/fake-page.tsx'
import { ItemPictures } from './item-pictures.tsx'

afterEach(closePages)

const item = (change: Partial<ReviewedItem> = {}): ReviewedItem => ({
  ...{ id: '0f8fad5b-d9cb-469f-a165-70867728950e', kind: 'image', title: '港の夜', tags: [], price: 300 },
  ...{ state: 'waiting', owner: { id: '10482736', name: 'みお', passed: 0, refused: 0 }, sales: 0 },
  ...{ files: [{ imageId: 'c', width: 4, height: 5 }], video: null, submittedAt: null, appearsAt: null },
  ...{ signature: 'for=operator-1&until=1&sign=a', version: 1 },
  ...change,
})
const video = { videoId: '0f8fad5b-d9cb-469f-a165-70867728950f', durationMs: 4_000, width: 16, height: 9 }

it('a picture whose address has ended asks for the item again', async () => {
  const renew = vi.fn(async () => undefined)
  await openPage(<ItemPictures item={item()} renew={renew} />, { session: null, answers: {} })
  const picture = document.querySelector('img')
  expect(picture?.getAttribute('src')).toBe(
    '/api/operator/gallery-image/0f8fad5b-d9cb-469f-a165-70867728950e/c?for=operator-1&until=1&sign=a',
  )
  picture?.dispatchEvent(new Event('error'))
  expect(renew).toHaveBeenCalledOnce()
})

it('a video whose address has ended plays on from a new one', async () => {
  const renewed = item({ video, signature: 'for=operator-1&until=2&sign=b' })
  await openPage(<ItemPictures item={item({ video })} renew={async () => renewed} />, {
    session: null,
    answers: {},
  })
  const source = () => document.querySelector('video')?.getAttribute('src')
  expect(source()).toContain('/720.mp4?for=operator-1&until=1&sign=a')
  await act(async () => document.querySelector('video')?.dispatchEvent(new Event('error')))
  expect(source()).toContain('/720.mp4?for=operator-1&until=2&sign=b')
})
