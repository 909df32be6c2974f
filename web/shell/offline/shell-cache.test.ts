import { expect, it } from 'vitest'
import { assetsIn, handlingOf } from './shell-cache.ts'

const origin = 'https://koyoi.example'
const handling = (path: string, { mode = 'navigate', method = 'GET' } = {}) =>
  handlingOf({ url: new URL(path, origin).href, mode: mode as RequestMode, method }, origin)

it.each(['/', '/search?q=a', '/my-page', '/chat/10000001'])(
  'serves the page %s without a network',
  (path) => {
    expect(handling(path)).toBe('page')
  },
)

it('serves hashed files from the store', () => {
  expect(handling('/assets/main-abc.js', { mode: 'cors' })).toBe('asset')
})

it.each([
  ['/api/auth/signin', {}],
  ['/api/get-my-wallet', { mode: 'cors', method: 'POST' }],
  ['/api/img/api=get-img&id=1', { mode: 'no-cors' }],
  ['/operator', {}],
  ['/sw.js', {}],
  ['/search', { mode: 'cors' }],
  ['/login', { method: 'POST' }],
  ['https://elsewhere.example/assets/a.js', { mode: 'cors' }],
])('leaves %s to the network', (path, request) => {
  expect(handling(path, request)).toBe('network')
})

it('finds the files of the shell', () => {
  const html = `<script type="module" crossorigin src="/assets/a-1.js"></script>
    <link rel="modulepreload" href="/assets/b-2.js"><link rel="stylesheet" href="/assets/c-3.css"><link href="/icon.svg">`
  expect(assetsIn(html)).toEqual(['/assets/a-1.js', '/assets/b-2.js', '/assets/c-3.css'])
})
