import { describe, expect, it } from 'vitest'
import { hrefOf, resolvePath } from './location.ts'

const here = { pathname: '/search', search: '?q=a', hash: '#results' }

describe('an address on a page', () => {
  it.each([
    ['/chat/3?from=list#end', '/chat/3?from=list#end'],
    ['?q=b', '/search?q=b'],
    ['?', '/search'],
    ['#top', '/search?q=a#top'],
  ])('%s means %s', (to, href) => {
    expect(hrefOf(resolvePath(to, here))).toBe(href)
  })

  it.each(['//evil.example/x', 'https://evil.example/x', '/\\evil.example/x', '/.//x', 'javascript://x/x'])(
    '%s never leads to another origin',
    (to) => {
      const href = hrefOf(resolvePath(to, here))
      expect(new URL(href, 'https://koyoi.example').origin).toBe('https://koyoi.example')
      expect(href).toMatch(/^\/(?!\/)/)
    },
  )

  it('that cannot be read is the page itself', () => {
    expect(resolvePath('//[', here)).toBe(here)
  })
})
