import { describe, expect, it } from 'vitest'
import type { KeyValueStore } from '../local-store.ts'
import { prevTab, rememberPrevPath } from './prev-path.ts'

const fakeStore = () => {
  const values = new Map<string, string>()
  const store: KeyValueStore = {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void (value === null ? values.delete(key) : values.set(key, value)),
  }
  return { values, store }
}

describe('the path before', () => {
  it('uses the storage key of the specification', () => {
    const { values, store } = fakeStore()
    rememberPrevPath(store, '/search')
    expect([...values]).toEqual([['prevPath', '/search']])
  })

  it.each(['/chat/20000002', '/profile/20000002', '/receipt/b3f1c0de-0000-4000-8000-000000000000'])(
    'does not reveal to the browser’s next user whose %s was open',
    (path) => {
      const { values, store } = fakeStore()
      rememberPrevPath(store, path)
      expect(values.get('prevPath')).not.toMatch(/\d/)
      expect(prevTab(store)).toBeNull()
    },
  )

  it.each(['/', '/search', '/my-page'])('returns the tab %s', (path) => {
    const { store } = fakeStore()
    rememberPrevPath(store, path)
    expect(prevTab(store)).toBe(path)
  })

  it.each(['/chat/3', '/outgoing/video-call', 'https://example.jp/', '//example.jp/search'])(
    'returns nothing for %s',
    (path) => {
      const { store } = fakeStore()
      rememberPrevPath(store, path)
      expect(prevTab(store)).toBeNull()
    },
  )

  it('returns nothing on a first visit', () => {
    expect(prevTab(fakeStore().store)).toBeNull()
  })
})
