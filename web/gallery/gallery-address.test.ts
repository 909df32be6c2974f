import { expect, it } from 'vitest'
import { readGalleryView, writeGalleryView } from './gallery-address.ts'

const read = (text: string) => readGalleryView(new URLSearchParams(text))

it.each([
  '',
  'list=free',
  'kind=video',
  'list=ranking&period=day&kind=video',
  'list=ranking&period=day',
  'tag=%E6%B5%B7&price=300',
  'list=saved&by=10482736',
])('what is shown survives the address “%s”', (text) => {
  expect(writeGalleryView(read(text)).toString()).toBe(text)
})

it('unreadable parts are ignored', () => {
  expect(read('list=secret&period=year&price=7&by=x&tag=%00')).toEqual(read(''))
})
