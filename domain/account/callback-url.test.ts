import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callback } from './callback-url.ts'

const origin = 'https://koyoi.example'

describe('callback', () => {
  it.each([
    ['/my-page', 'https://koyoi.example/my-page'],
    ['/search?kind=video&q=%E6%98%9F#top', 'https://koyoi.example/search?kind=video&q=%E6%98%9F#top'],
    ['https://koyoi.example/chat/1', 'https://koyoi.example/chat/1'],
    ['HTTPS://KOYOI.example/chat/1', 'https://koyoi.example/chat/1'],
    ['https://koyoi.example', 'https://koyoi.example'],
    ['/検索', 'https://koyoi.example/%E6%A4%9C%E7%B4%A2'],
    ['https://taro:secret@koyoi.example/a', 'https://koyoi.example/a'],
  ])('keeps %s', (given, expected) => {
    expect(callback(origin, given)).toBe(expected)
  })

  it.each([
    'https://evil.example',
    'https://koyoi.example.evil.example/',
    'https://koyoi.example@evil.example/',
    'https://koyoi.example:8443/',
    'http://koyoi.example/',
    'javascript:alert(1)',
    'blob:https://koyoi.example/1',
    'data:text/html,x',
    '\\\\evil.example',
    'my-page',
    'https://[',
    '',
    null,
    undefined,
    ['/a'],
    `/${'a'.repeat(5_000)}`,
  ])('refuses %s as an address', (given) => {
    expect(callback(origin, given)).toBe(origin)
  })

  it('never leaves the origin and never throws', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '//',
        '\\',
        '@',
        ':',
        '?',
        '#',
        '.',
        '..',
        '\t',
        '\n',
        '\r',
        '\0',
        ' ',
        '%2f',
        '%5c',
        '[',
        ']',
      ),
      fc.constantFrom(
        'http:',
        'https:',
        'javascript:',
        'blob:',
        'filesystem:',
        'evil.example',
        origin,
        'koyoi.example',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    const address = fc.oneof(
      fc.webUrl(),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(address, (given) => {
        const url = callback(origin, given)
        const seen = new URL(url)
        expect(`${seen.protocol}//${seen.host}`).toBe(origin)
        // The value goes into a Location header and a cookie: no control characters, and ASCII only.
        expect(url).toMatch(/^[\x21-\x7e]+$/)
        // A second pass changes nothing.
        expect(callback(origin, url)).toBe(url)
      }),
      { numRuns: 5_000 },
    )
  })
})
