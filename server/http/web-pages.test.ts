import { expect, it } from 'vitest'
import { type BootData, withBootData } from './web-pages.ts'

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
