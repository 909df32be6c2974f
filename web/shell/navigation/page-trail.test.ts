// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { notePage, pageBefore } from './page-trail.ts'

afterEach(() => sessionStorage.clear())

describe('the page before', () => {
  it('is the one that a step back leads to', () => {
    notePage(0, '/')
    notePage(1, '/profile/unbroadcaster/10000001')
    notePage(2, '/outgoing/video-call')
    expect(pageBefore(2)).toBe('/profile/unbroadcaster/10000001')
    expect(pageBefore(1)).toBe('/')
    expect(pageBefore(0)).toBeNull()
  })

  it('is another one after a step back and a new way', () => {
    for (const [index, pathname] of ['/', '/search', '/my-page'].entries()) notePage(index, pathname)
    notePage(1, '/search')
    notePage(1, '/base')
    notePage(2, '/incoming/video-call/10000001')
    expect(pageBefore(2)).toBe('/base')
  })

  it('is unknown after a page that was loaded from elsewhere', () => {
    notePage(0, '/')
    notePage(1, '/search')
    notePage(0, '/chat/10000001')
    expect(pageBefore(0)).toBeNull()
    expect(pageBefore(2)).toBeNull()
  })

  it('survives damaged storage', () => {
    sessionStorage.setItem('pageTrail', '{')
    expect(pageBefore(1)).toBeNull()
    notePage(1, '/search')
    expect(pageBefore(2)).toBe('/search')
  })
})
