import { expect, it } from 'vitest'
import type { BootData } from '#contract/core/boot-data.ts'
import { measurementIdFor, withBootData } from './boot-data.ts'

it.each(['</script><script>alert(1)</script>', '<!--<script>', '$& $` $1', "O'Hara & ねこ", '\u2028'])(
  'lets no name out of the data of a page: %s',
  (written) => {
    const html = withBootData('<head></head><body></body>', { dsn: written } as BootData)
    const [, json = ''] =
      /<script id="boot" type="application\/json">(.*)<\/script><\/head>/s.exec(html) ?? []
    expect(json).not.toContain('<')
    expect(JSON.parse(json)).toMatchObject({ dsn: written })
    expect(html.match(/<script/g)).toHaveLength(1)
  },
)

it('names the analytics stream to a page with a session, and to no visitor', () => {
  const audience = { analytics: { measurementId: 'G-ABCD1234' } }
  const session = {
    user: { id: '10482736', token: 'token', name: '太郎', isFirstRegister: false },
    expires: '2027-01-01T00:00:00.000Z',
  }
  expect(measurementIdFor(session, audience)).toBe('G-ABCD1234')
  expect(measurementIdFor(null, audience)).toBeNull()
  expect(measurementIdFor(session, { analytics: undefined })).toBeNull()
})
