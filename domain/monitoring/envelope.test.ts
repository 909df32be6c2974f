import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorReportOf, readEnvelope } from './envelope.ts'

const lines = (...parts: unknown[]) =>
  parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join('\n')

const event = {
  exception: {
    values: [
      { type: 'Error', value: 'outer' },
      {
        type: 'TypeError',
        value: 'x is undefined',
        stacktrace: {
          frames: [
            { function: 'outer', filename: 'https://koyoi.example/assets/a.js', lineno: 1, colno: 2 },
            { function: 'inner', filename: 'https://koyoi.example/assets/b.js', lineno: 3, colno: 4 },
          ],
        },
      },
    ],
  },
  request: { url: 'https://koyoi.example/search' },
}

test('reads the collector and the items of an envelope', () => {
  const text = lines({ dsn: 'https://key@host/1' }, { type: 'event' }, event, { type: 'session' }, {})
  expect(readEnvelope(`${text}\n`)).toEqual({
    dsn: 'https://key@host/1',
    items: [
      { type: 'event', payload: event },
      { type: 'session', payload: {} },
    ],
  })
})

test('reads nothing from a text that is no envelope', () => {
  for (const text of [
    '',
    'x',
    '[]',
    lines({}, { type: 'event' }),
    lines({}, { length: 3 }, {}),
    lines({}, 'x', {}),
  ])
    expect(readEnvelope(text)).toBeNull()
})

test('describes an error by its innermost cause and its stack from the inside', () => {
  expect(errorReportOf(event)).toEqual({
    type: 'TypeError',
    message: 'x is undefined',
    place: '/search',
    frames: [
      'inner (https://koyoi.example/assets/b.js:3:4)',
      'outer (https://koyoi.example/assets/a.js:1:2)',
    ],
  })
})

test('neither throws nor grows on hostile input', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      readEnvelope(text)
    }),
  )
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (values, request) => {
      const report = errorReportOf({ exception: { values }, request })
      expect((report?.message ?? '').length).toBeLessThanOrEqual(300)
      expect((report?.frames ?? []).length).toBeLessThanOrEqual(12)
    }),
  )
})

test('endless line breaks cost no more than other text of their length', () => {
  // Of this thread: a busy machine takes the processor away, and not the time that the text needs.
  const before = process.threadCpuUsage()
  expect(readEnvelope(`${'\n'.repeat(200_000)}{}`)).toBeNull()
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_000)
})
