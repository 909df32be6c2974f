import { expect, test } from 'vitest'
import { type AddressLookup, requestAddress } from './visitor-address.ts'

const url = 'https://ip.example/json'
const answering = (text: string, ok = true): AddressLookup => ({
  fetch: async () => ({ ok, text: async () => text }),
  timeoutMs: 10_000,
})

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['203.0.113.5\n', '203.0.113.5'],
  ['2001:db8::1', '2001:db8::1'],
  ['{"ip":"203.0.113.5"}', '203.0.113.5'],
  ['{"ip":"::ffff:203.0.113.5","country":"JP"}', '::ffff:203.0.113.5'],
])('takes the address out of %j', async (answer, address) => {
  expect(await requestAddress(url, answering(answer))).toBe(address)
})

test.each([
  '',
  '{}',
  '{"ip":7}',
  '{"ip":',
  'null',
  '<html>203.0.113.5</html>',
  '203.0.113.256',
  '203.0.113',
  'お名前：別人',
  '203.0.113.5\r\nお名前：別人',
])('an answer without an address, %j, is 不明', async (answer) => {
  expect(await requestAddress(url, answering(answer))).toBe('不明')
})

test('a service that fails, cannot be reached or stays silent is 取得不可', async () => {
  expect(await requestAddress(url, answering('203.0.113.5', false))).toBe('取得不可')
  const unreachable = { fetch: async () => Promise.reject(new TypeError('failed')), timeoutMs: 10_000 }
  expect(await requestAddress(url, unreachable)).toBe('取得不可')
  const silent: AddressLookup = {
    fetch: (_, { signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
    timeoutMs: 1,
  }
  expect(await requestAddress(url, silent)).toBe('取得不可')
})

test('the service gets neither a cookie nor the address of our page', async () => {
  const requests: [string, RequestInit][] = []
  await requestAddress(url, {
    fetch: async (...request) => {
      requests.push(request)
      return { ok: true, text: async () => '203.0.113.5' }
    },
    timeoutMs: 10_000,
  })
  expect(requests).toMatchObject([[url, { credentials: 'omit', referrerPolicy: 'no-referrer' }]])
})
