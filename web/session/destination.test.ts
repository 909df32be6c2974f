import { expect, it } from 'vitest'
import { destinationPath } from './destination.ts'

it.each([
  [null, '/'],
  ['', '/'],
  ['/my-page', '/my-page'],
  ['https://koyoi.example/my-page/receipts/7?a=1#top', '/my-page/receipts/7?a=1#top'],
  ['/login?error=SessionRequired', '/'],
  ['https://evil.example/my-page', '/'],
  ['https://koyoi.example.evil.example/', '/'],
  ['//evil.example/x', '/'],
  ['https://koyoi.example//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['http://[', '/'],
])('turns %j into %s', (callbackUrl, destination) => {
  expect(destinationPath('https://koyoi.example', callbackUrl)).toBe(destination)
})
