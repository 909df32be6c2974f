import { describe, expect, it } from 'vitest'
import type { KeyValueStore } from './local-store.ts'
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
  it('stands under the key of the specification', () => {
    const { values, store } = fakeStore()
    rememberPrevPath(store, '/search')
    expect([...values]).toEqual([['prevPath', '/search']])
  })

  it.each(['/chat/20000002', '/profile/20000002', '/receipt/b3f1c0de-0000-4000-8000-000000000000'])(
    'tells nobody who uses the browser next whose %s was',
    (path) => {
      const { values, store } = fakeStore()
      rememberPrevPath(store, path)
      expect(values.get('prevPath')).not.toMatch(/\d/)
      expect(prevTab(store)).toBeNull()
    },
  )

  it.each(['/', '/search', '/my-page'])('leads back to the tab %s', (path) => {
    const { store } = fakeStore()
    rememberPrevPath(store, path)
    expect(prevTab(store)).toBe(path)
  })

  it.each(['/chat/3', '/outgoing/video-call', 'https://example.jp/', '//example.jp/search'])(
    'leads nowhere from %s',
    (path) => {
      const { store } = fakeStore()
      rememberPrevPath(store, path)
      expect(prevTab(store)).toBeNull()
    },
  )

  it('leads nowhere on a first visit', () => {
    expect(prevTab(fakeStore().store)).toBeNull()
  })
})
