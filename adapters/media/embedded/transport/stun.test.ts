import { describe, expect, it } from 'vitest'
import { isSignedWith, readCheck, withTiebreaker } from './stun.ts'

/** RFC 5769, 2.1: a sample request with its password. */
const sample = Buffer.from(
  `000100582112a442b7e7a701bc34d686fa87dfae
  802200105354554e207465737420636c69656e74 002400046e0001ff 80290008932ff9b151263b36
  000600096576746a3a68367659202020 000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a2 80280004e57a3bcf`.replace(
    /\s/g,
    '',
  ),
  'hex',
)
const password = 'VOkJxbRl1RmTxUk/WvJxBt'
const tiebreaker = 0x932ff9b151263b36n

const checkIn = (datagram: Buffer) => {
  const check = readCheck(datagram)
  if (!check) throw new Error('no check')
  return check
}

describe('a connectivity check', () => {
  it('names its receiver, and is signed with the receiver’s password', () => {
    const check = checkIn(sample)
    expect(check).toMatchObject({ receiver: 'evtj', hasZeroTiebreaker: false })
    expect(isSignedWith(sample, check, password)).toBe(true)
    expect(isSignedWith(sample, check, 'another')).toBe(false)
  })

  it('gets another tiebreaker, a signature and a fingerprint that fit', () => {
    const unsigned = Buffer.from(sample)
    const { tiebreakerAt, integrityAt } = checkIn(sample)
    unsigned.fill(0, tiebreakerAt, tiebreakerAt + 8)
    unsigned.fill(0, integrityAt + 4, integrityAt + 24)
    unsigned.fill(0, unsigned.length - 4)
    const check = checkIn(unsigned)
    expect(check.hasZeroTiebreaker).toBe(true)
    expect(withTiebreaker(unsigned, check, tiebreaker, password)).toEqual(sample)
  })

  it('is rejected where anything is cut off, missing or of another kind', () => {
    for (let length = 0; length < sample.length; length += 1) {
      expect(readCheck(sample.subarray(0, length))).toBe(null)
    }
    const response = Buffer.from(sample)
    response.writeUInt16BE(0x0101, 0)
    expect(readCheck(response)).toBe(null)
    const cookieless = Buffer.from(sample)
    cookieless.writeUInt32BE(0, 4)
    expect(readCheck(cookieless)).toBe(null)
    const endless = Buffer.from(sample)
    endless.writeUInt16BE(0xffff, 22)
    expect(readCheck(endless)).toBe(null)
  })

  it('isn’t read when it is longer than checks are: each byte of it would be hashed', () => {
    const software = Buffer.alloc(4 + 1_400)
    software.writeUInt16BE(0x8022, 0)
    software.writeUInt16BE(1_400, 2)
    const longer = Buffer.concat([sample.subarray(0, 20), software, sample.subarray(20)])
    longer.writeUInt16BE(longer.length - 20, 2)
    expect(readCheck(longer)).toBeNull()
    const shorter = Buffer.concat([
      sample.subarray(0, 20),
      Buffer.from('80220000', 'hex'),
      sample.subarray(20),
    ])
    shorter.writeUInt16BE(shorter.length - 20, 2)
    expect(readCheck(shorter)).not.toBeNull()
  })
})
