import { expect, it } from 'vitest'
import { browserName, deviceName, systemName } from './device-name.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'iOS 18',
    'Safari 18',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 7) ${webkit} Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Android 14',
    'Chrome 130',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`,
    'Windows',
    'Edge 130',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Linux', 'Firefox 132'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'macOS',
    'Safari 17',
  ],
  ['curl/8.5', null, null],
])('%s', (userAgent, system, browser) => {
  expect(systemName(userAgent)).toBe(system)
  expect(browserName(userAgent)).toBe(browser)
})

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Linux・Firefox 132'],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 7)', 'Android 14'],
  ['curl/8.5', '不明な端末'],
  ['', '不明な端末'],
])('a device name has both: %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
