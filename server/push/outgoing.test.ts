import { expect, test } from 'vitest'
import { createOutgoing } from './outgoing.ts'

/** Requests that end when the test says so. */
const createRequests = (limits: { max: number; maxPerHost: number }) => {
  const outgoing = createOutgoing(limits)
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    begun,
    send: (name: string) =>
      outgoing.run(name.slice(0, 1), () => {
        begun.push(name)
        return new Promise<void>((resolve, reject) => {
          ends.set(name, (error) => (error ? reject(error) : resolve()))
        })
      }),
    end: (name: string, error?: Error) => ends.get(name)?.(error),
  }
}

test('sends a limited number at a time, in order of arrival', async () => {
  const requests = createRequests({ max: 2, maxPerHost: 2 })
  const sent = ['a1', 'b1', 'a2', 'a3'].map((name) => requests.send(name))
  await Promise.resolve()
  expect(requests.begun).toEqual(['a1', 'b1'])
  requests.end('a1')
  await sent[0]
  await Promise.resolve()
  expect(requests.begun).toEqual(['a1', 'b1', 'a2'])
  requests.end('b1')
  await sent[1]
  await Promise.resolve()
  expect(requests.begun).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('lets others pass a host that hangs', async () => {
  const requests = createRequests({ max: 4, maxPerHost: 2 })
  for (const name of ['a1', 'a2', 'a3', 'b1']) void requests.send(name)
  await Promise.resolve()
  expect(requests.begun).toEqual(['a1', 'a2', 'b1'])
})

test('continues after a failure', async () => {
  const requests = createRequests({ max: 1, maxPerHost: 1 })
  const [first, second] = [requests.send('a1'), requests.send('a2')]
  await Promise.resolve()
  requests.end('a1', new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await Promise.resolve()
  requests.end('a2')
  await second
  expect(requests.begun).toEqual(['a1', 'a2'])
})
