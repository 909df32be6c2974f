import { describe, expect, test } from 'vitest'
import { personMarks, readLegalPerson } from './legal-person.ts'

/** 2026-11-20, 21:00 in Japan. */
const nowMs = Date.UTC(2026, 10, 20, 12)
const hanako = { legalName: '山田 花子', legalKana: 'ヤマダ ハナコ', birthDate: '1998-04-03' }

describe('an applicant’s name and birth date', () => {
  test('are read as people write them', () => {
    const written = { ...hanako, legalName: ' 山田　花子 ', legalKana: 'やまだ　ﾊﾅｺ' }
    expect(readLegalPerson(written, null, nowMs)).toEqual(hanako)
    const foreign = { ...hanako, legalName: 'Ｎｇｕｙễn Thị-Lan', legalKana: 'グエン ティ・ラン' }
    expect(readLegalPerson(foreign, '1998-04-03', nowMs)).toMatchObject({ legalKana: 'グエン ティ・ラン' })
  })

  test.each([
    ['no name', { legalName: '　' }, 'legalNameWrong'],
    ['a name with digits', { legalName: '山田花子1' }, 'legalNameWrong'],
    ['a name beyond 50 characters', { legalName: '山'.repeat(51) }, 'legalNameWrong'],
    ['a name with a control character', { legalName: '山田\u0000花子' }, 'legalNameWrong'],
    ['kana in kanji', { legalKana: '山田花子' }, 'legalKanaWrong'],
    ['no day', { birthDate: '1998-02-30' }, 'birthDateImpossible'],
    ['a day to come', { birthDate: '2030-01-01' }, 'birthDateImpossible'],
    ['18 tomorrow', { birthDate: '2008-11-21' }, 'underAge'],
    ['18 today', { birthDate: '2008-11-20' }, null],
  ])('%s', (_name, wrong, refused) => {
    const read = readLegalPerson({ ...hanako, ...wrong }, null, nowMs)
    expect(read).toEqual(refused ? { refused } : { ...hanako, ...wrong })
  })

  test('are those of an adult by the day in Japan, which begins nine hours before that of Greenwich', () => {
    const written = { ...hanako, birthDate: '2008-11-21' }
    expect(readLegalPerson(written, null, Date.UTC(2026, 10, 20, 14, 59))).toEqual({ refused: 'underAge' })
    expect(readLegalPerson(written, null, Date.UTC(2026, 10, 20, 15))).toEqual(written)
  })

  test('cannot contain another birth date than before', () => {
    expect(readLegalPerson(hanako, '1998-04-04', nowMs)).toEqual({ refused: 'birthDateDiffers' })
  })
})

test('one person is recognised by name or by kana, whatever separates their parts', () => {
  const [name, kana] = personMarks(hanako)
  expect(personMarks({ ...hanako, legalName: '山田花子' })[0]).toBe(name)
  const oldSigns = personMarks({ ...hanako, legalName: '山田 華子', legalKana: 'ヤマダハナコ' })
  expect(oldSigns[0]).not.toBe(name)
  expect(oldSigns[1]).toBe(kana)
  expect(personMarks({ ...hanako, birthDate: '1998-04-04' })[1]).not.toBe(kana)
})
