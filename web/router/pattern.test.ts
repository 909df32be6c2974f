import { describe, expect, it } from 'vitest'
import { matchPath } from './pattern.ts'

describe('a pattern', () => {
  it.each([
    ['/', '/'],
    ['/search', '/search'],
    ['/search', '/search/'],
    ['/chat/:partnerId', '/chat/3'],
    ['/operator/*', '/operator'],
    ['/operator/*', '/operator/reports/3'],
    ['*', '/'],
    ['*', '/nowhere/at/all'],
  ])('%s matches %s', (path, pathname) => {
    expect(matchPath({ path }, pathname)).not.toBeNull()
  })

  it.each([
    ['/', '/search'],
    ['/search', '/search/more'],
    ['/search', '/searching'],
    ['/chat/:partnerId', '/chat'],
    ['/chat/:partnerId', '/chat/3/4'],
    ['/operator/*', '/operators'],
  ])('%s does not match %s', (path, pathname) => {
    expect(matchPath({ path }, pathname)).toBeNull()
  })

  it('matches what lies below it when its end is open', () => {
    const pattern = { path: '/my-page', end: false }
    expect(matchPath(pattern, '/my-page/receipts')).not.toBeNull()
    expect(matchPath(pattern, '/my-pages')).toBeNull()
  })

  it('gives its parameters decoded, and a malformed one as it is', () => {
    expect(matchPath({ path: '/message/:name' }, '/message/a%2Fb%20%E9%9F%B3')?.params).toEqual({
      name: 'a/b 音',
    })
    expect(matchPath({ path: '/message/:name' }, '/message/%E9%9')?.params).toEqual({ name: '%E9%9' })
  })

  it('tells the part before a final *', () => {
    expect(matchPath({ path: '/operator/*' }, '/operator/reports/3')).toEqual({
      params: { '*': 'reports/3' },
      base: '/operator',
    })
    expect(matchPath({ path: '/operator/*' }, '/operator')?.base).toBe('/operator')
  })
})
