import { describe, expect, it } from 'vitest'
import { decideProposalRate, type EarlierProposals } from './proposal-rate.ts'

const nowMs = 1_700_000_000_000
const hourMs = 3_600_000
const ago = (count: number, ms: number) => Array<number>(count).fill(nowMs - ms)
const tooOften = { refused: 'proposalTooOften' }

describe('the proposals of one caller', () => {
  it.each<[string, Partial<EarlierProposals>, unknown]>([
    ['the first', {}, null],
    ['the 10th in an hour', { atMs: ago(9, 1) }, null],
    ['the 11th in an hour', { atMs: ago(10, hourMs - 1) }, tooOften],
    ['the 11th an hour later', { atMs: ago(10, hourMs) }, null],
    ['the 30th in a day', { atMs: ago(29, 2 * hourMs) }, null],
    ['the 31st in a day', { atMs: ago(30, 24 * hourMs - 1) }, tooOften],
    ['the 5th to one broadcaster in an hour', { atMs: ago(4, 1), toPartnerAtMs: ago(4, 1) }, null],
    ['the 6th to one broadcaster in an hour', { atMs: ago(5, 1), toPartnerAtMs: ago(5, 1) }, tooOften],
    ['the 6th an hour later', { atMs: ago(5, hourMs), toPartnerAtMs: ago(5, hourMs) }, null],
  ])('%s', (_story, earlier, answer) => {
    expect(decideProposalRate({ atMs: [], toPartnerAtMs: [], ...earlier }, nowMs)).toEqual(answer)
  })
})
