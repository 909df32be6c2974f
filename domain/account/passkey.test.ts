import { describe, expect, it } from 'vitest'
import { firstPasskeyName, readPasskeyName } from './passkey.ts'

describe('a passkey', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15', 'iPhone'],
    ['Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15', 'iPad'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile', 'Android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 'Mac'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'Windowsパソコン'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36', 'Chromebook'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'Linuxパソコン'],
    ['curl/8.5', 'パスキー'],
    ['', 'パスキー'],
  ])('made by %s is called %s', (userAgent, name) => expect(firstPasskeyName(userAgent)).toBe(name))

  it.each([
    ['  自宅の Mac ', '自宅の Mac'],
    ['👨‍👩‍👧‍👦'.repeat(30), '👨‍👩‍👧‍👦'.repeat(30)],
    ['👨‍👩‍👧‍👦'.repeat(31), { refused: 'passkeyNameTooLong' }],
    ['　', { refused: 'passkeyNameEmpty' }],
    ['a\u200bb', { refused: 'nameNotShown' }],
    ['a\0b', { refused: 'nameNotShown' }],
  ])('reads the name %j as %j', (written, name) => expect(readPasskeyName(written)).toEqual(name))
})
