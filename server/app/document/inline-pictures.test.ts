import { expect, test } from 'vitest'
import { withInlinePictures } from './inline-pictures.ts'

const link = (name: string) =>
  `<link rel="preload" as="image" href="/api/img/${name}&amp;size=480" fetchPriority="high"/>`
const image = (name: string) => `<img src="/api/img/${name}&amp;size=480" alt=""/>`
const names = ['one', 'two', 'three']
const markup = {
  head: `<link rel="expect">${names.map(link).join('')}<script></script>`,
  root: [...names, 'one'].map(image).join(''),
}

test('the first two pictures stand in their elements, and nothing is fetched for them', async () => {
  const requested: string[] = []
  const inline = async (address: string) => {
    requested.push(address)
    return `data:image/webp;base64,$&${requested.length}`
  }
  expect(await withInlinePictures(markup, inline)).toEqual({
    head: `<link rel="expect">${link('three')}<script></script>`,
    root:
      '<img src="data:image/webp;base64,$&1" alt=""/><img src="data:image/webp;base64,$&2" alt=""/>' +
      image('three') +
      image('one'),
  })
  expect(requested).toEqual(['/api/img/one&size=480', '/api/img/two&size=480'])
})

test('a picture that is not at hand, and those behind it, keep their addresses', async () => {
  const inline = async (address: string) => (address.includes('one') ? null : 'data:,')
  expect(await withInlinePictures(markup, inline)).toEqual(markup)
})

test('no more comes along than a slow network carries in the time of one request', async () => {
  const { root } = await withInlinePictures(markup, async () => `data:,${'x'.repeat(20_000)}`)
  expect(root.match(/src="data:/g)).toHaveLength(1)
})
