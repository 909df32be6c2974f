// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { pageBefore, recordPage } from './page-trail.ts'

afterEach(() => sessionStorage.clear())

describe('the page before', () => {
  it('is the one that a step back leads to', () => {
    recordPage(0, '/')
    recordPage(1, '/profile/unbroadcaster/10000001')
    recordPage(2, '/outgoing/video-call')
    expect(pageBefore(2)).toBe('/profile/unbroadcaster/10000001')
    expect(pageBefore(1)).toBe('/')
    expect(pageBefore(0)).toBeNull()
  })

  it('is another one after a step back and a new way', () => {
    for (const [index, pathname] of ['/', '/search', '/my-page'].entries()) recordPage(index, pathname)
    recordPage(1, '/search')
    recordPage(1, '/base')
    recordPage(2, '/incoming/video-call/10000001')
    expect(pageBefore(2)).toBe('/base')
  })

  it('is unknown after a page that was loaded from elsewhere', () => {
    recordPage(0, '/')
    recordPage(1, '/search')
    recordPage(0, '/chat/10000001')
    expect(pageBefore(0)).toBeNull()
    expect(pageBefore(2)).toBeNull()
  })

  it('survives damaged storage', () => {
    sessionStorage.setItem('pageTrail', '{')
    expect(pageBefore(1)).toBeNull()
    recordPage(1, '/search')
    expect(pageBefore(2)).toBe('/search')
  })
})
