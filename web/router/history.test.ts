// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserHistory } from './history.ts'
import { newLocation } from './location.ts'

const at = (pathname: string, state: unknown = null) => newLocation({ pathname, search: '', hash: '' }, state)
const entry = () => window.history.state as { usr: unknown; key: string; idx: number }

/** What a browser does when a member goes to another entry. */
const arriveAt = (url: string, state: unknown) => {
  window.history.replaceState(state, '', url)
  window.dispatchEvent(new PopStateEvent('popstate', { state }))
}

beforeEach(() => {
  vi.stubGlobal('location', new URL('http://localhost:3000/'))
  window.history.replaceState(null, '', 'http://localhost:3000/')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('names the entry that the page was opened at, and finds the name after a reload', () => {
  const first = browserHistory().location()
  expect(entry()).toEqual({ usr: null, key: first.key, idx: 0 })
  expect(first.key).toMatch(/^\w{4,8}$/)
  expect(browserHistory().location().key).toBe(first.key)
})

it('goes on with the entries of React Router, which a tab may still have', () => {
  window.history.replaceState({ usr: { draft: 1 }, key: 'k3', idx: 3 }, '')
  expect(browserHistory().location()).toMatchObject({ key: 'k3', state: { draft: 1 } })
  window.history.replaceState({ idx: 2 }, '')
  browserHistory()
  expect(entry()).toMatchObject({ usr: null, idx: 2, key: expect.any(String) })
})

it('writes state, key and number of an entry', () => {
  const history = browserHistory()
  const next = at('/a', { draft: 1 })
  history.push(next)
  expect(entry()).toEqual({ usr: { draft: 1 }, key: next.key, idx: 1 })
  const other = at('/b')
  history.replace(other)
  expect(entry()).toEqual({ usr: null, key: other.key, idx: 1 })
})

it('tells how far back or forward went, also over a plain # link', () => {
  const history = browserHistory()
  const first = entry()
  const moves: number[] = []
  const stop = history.listen((delta) => moves.push(delta))
  arriveAt('/#main', null)
  expect(entry()).toMatchObject({ idx: 1, key: expect.any(String) })
  history.push(at('/a'))
  arriveAt('/', first)
  stop()
  arriveAt('/', { usr: null, key: 'k', idx: 5 })
  expect(moves).toEqual([1, -2])
})

it('loads the page whole where the browser takes no more entries, and reports state that it cannot keep', () => {
  const assign = vi.fn()
  vi.stubGlobal('location', Object.assign(new URL('http://localhost:3000/'), { assign }))
  const history = browserHistory()
  const pushState = vi.spyOn(window.history, 'pushState')
  pushState.mockImplementationOnce(() => {
    throw new DOMException('too many', 'SecurityError')
  })
  history.push(at('/a'))
  expect(assign).toHaveBeenCalledWith('/a')
  pushState.mockImplementationOnce(() => {
    throw new DOMException('a function', 'DataCloneError')
  })
  expect(() => history.push(at('/a'))).toThrow('a function')
})
