import { expect, it } from 'vitest'
import { isMobileDevice } from './device.ts'

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15', true],
  ['Mozilla/5.0 (iPad; CPU OS 15_0 like Mac OS X) AppleWebKit/605.1.15', true],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Safari/537.36', true],
  ['Mozilla/5.0 (Android 13; Tablet; rv:127.0) Gecko/127.0 Firefox/127.0', true],
  ['SomethingElse/1.0 tablet', true],
  ['SomethingElse/1.0 Mobile', true],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36', false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15',
    false,
  ],
  ['', false],
])('%s is mobile: %s', (userAgent, mobile) => {
  expect(isMobileDevice(userAgent)).toBe(mobile)
})
