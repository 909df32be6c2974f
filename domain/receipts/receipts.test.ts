import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CanonicalValue, canonicalJson } from './canonical-json.ts'
import { checkpointState, differingFields } from './compare.ts'
import { payloadOf, readSignedText, writeSignedText } from './receipt-text.ts'

const integer = fc.maxSafeInteger()
const value = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'grapheme' }),
    integer,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

describe('canonical JSON', () => {
  test('has one spelling, whatever the order in which members were set', () => {
    expect(canonicalJson({ b: [1, { d: null, c: '\u20ac"\n' }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":"€\\"\\n","d":null}]}',
    )
    // RFC 8785, 3.2.3: by UTF-16 units, so a surrogate comes before U+FB33.
    expect(canonicalJson({ '\ufb33': 1, '\u{1f600}': 2, '1': 3, '\u20ac': 4 })).toBe(
      '{"1":3,"€":4,"😀":2,"\ufb33":1}',
    )
  })

  test('means the same as what it spells', () => {
    fc.assert(
      fc.property(value, (any) => {
        const text = canonicalJson(any)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })

  test('has no fractions, whose spelling differs from language to language', () => {
    for (const number of [0.5, Number.NaN, 2 ** 53]) expect(() => canonicalJson({ number })).toThrow()
  })
})

describe('a signed text', () => {
  const signature = new Uint8Array(64).fill(7)

  test('is read as it was written, also from the end of a link', () => {
    const body = { name: '今宵', points: 60 }
    const text = writeSignedText(payloadOf(body), signature)
    expect(text).toMatch(/^[\w.-]+$/)
    for (const pasted of [text, ` ${text}\n`, `https://x.example/receipts/verify#${text}`]) {
      expect(readSignedText(pasted)).toEqual({ payload: payloadOf(body), signature, body })
    }
  })

  test('has no second spelling', () => {
    const text = writeSignedText(payloadOf({ a: 1 }), signature)
    const [payload = '', mark = ''] = text.split('.')
    const last = mark.at(-1) ?? ''
    const sameBits = mark.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 1)
    expect(readSignedText(`${payload}.${sameBits}`)).toBeNull()
    expect(readSignedText(`${payload}=.${mark}`)).toBeNull()
    expect(readSignedText(`${btoa('{"a":1,"a":2}')}.${mark}`)).toBeNull()
  })
})

test('fields that differ are named with both values, missing ones too', () => {
  expect(differingFields({ points: 60, more: 'x' }, { points: 80, rate: 200 })).toEqual([
    { field: 'points', receipt: 60, record: 80 },
    { field: 'rate', receipt: null, record: 200 },
    { field: 'more', receipt: 'x', record: null },
  ])
  expect(differingFields({ points: 60 }, { points: 60 })).toEqual([])
})

describe('checkpoints', () => {
  const [one, two] = [
    { day: '2026-11-20', hash: 'a' },
    { day: '2026-11-21', hash: 'b' },
  ] as const
  test.each([
    ['none', [], []],
    ['made', [one], [one]],
    ['made', [{ ...one, hash: null }], [one]],
    ['made', [], [one]],
    ['pending', [one, { ...two, hash: null }], [one, { ...two, hash: null }]],
    ['different', [one], [{ ...one, hash: 'c' }]],
    ['different', [one], [{ ...one, hash: null }]],
    ['different', [one, two], [one]],
  ] as const)('%s: %j beside %j', (state, receipt, record) => {
    expect(checkpointState(receipt, record)).toBe(state)
  })
})
