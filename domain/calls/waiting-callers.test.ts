import { expect, it } from 'vitest'
import { type Waiting, waitingList } from './waiting-callers.ts'

const missed = (callerId: string, atMs: number): Waiting => ({
  callerId,
  reason: 'missedCall',
  kind: 'voice',
  atMs,
})
const request = (callerId: string, atMs: number): Waiting => ({
  callerId,
  reason: 'videoRequest',
  kind: 'video',
  atMs,
})

it('names each caller once, with the newest wish, newest first', () => {
  const wishes = [missed('1', 10), request('1', 30), missed('2', 20), missed('1', 25)]
  expect(waitingList(wishes, new Map(), 10)).toEqual([request('1', 30), missed('2', 20)])
})

it('leaves out a wish that was answered since, and keeps one that came after the answer', () => {
  const answered = new Map([
    ['1', 40],
    ['2', 15],
  ])
  expect(waitingList([missed('1', 10), request('1', 30), missed('2', 20)], answered, 10)).toEqual([
    missed('2', 20),
  ])
})

it('ends at the greatest number', () => {
  expect(waitingList([missed('1', 1), missed('2', 2), missed('3', 3)], new Map(), 2)).toEqual([
    missed('3', 3),
    missed('2', 2),
  ])
})
