import { describe, expect, it } from 'vitest'
import type { KeyValueStore } from '#web/shell/local-store.ts'
import { keepReturn, returnLabel, returnOfOrder, returnPath } from './purchase-return.ts'

const origin = 'https://koyoi.example'
const storeOf = (): KeyValueStore => {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => {
      if (value === null) values.delete(key)
      else values.set(key, value)
    },
  }
}

it.each([
  ['/chat/10000001', '/chat/10000001'],
  ['/profile/unbroadcaster/10000001', '/profile/unbroadcaster/10000001'],
  ['https://evil.example/chat/1', null],
  ['//evil.example/chat/1', null],
  ['/\\evil.example', null],
  ['javascript:alert(1)', null],
  ['/purchase/orders', null],
  ['/', null],
  [null, null],
])('of %j a purchase returns to %j', (back, path) => {
  expect(returnPath(origin, back)).toBe(path)
})

describe('the order', () => {
  it('returns to where its own purchase began', () => {
    const store = storeOf()
    keepReturn(store, 'new', '/chat/10000001')
    expect(returnOfOrder(store, origin, 'new')).toBe('/chat/10000001')
    expect(returnOfOrder(store, origin, 'old')).toBeNull()
    keepReturn(store, 'newer', null)
    expect(returnOfOrder(store, origin, 'new')).toBeNull()
  })

  it('never returns to another origin, whatever the storage holds', () => {
    const store = storeOf()
    keepReturn(store, 'new', 'https://evil.example/')
    expect(returnOfOrder(store, origin, 'new')).toBeNull()
  })
})

it.each([
  ['/chat/10000001', 'トークへ戻る'],
  ['/profile/unbroadcaster/pc/10000001', 'プロフィールへ戻る'],
  ['/search?tag=x', '元の画面へ戻る'],
])('says of %s: %s', (path, label) => expect(returnLabel(path)).toBe(label))
