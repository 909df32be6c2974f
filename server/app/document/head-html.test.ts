import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { pageHeadOf, sharedHead } from '#domain/shell/page-head.ts'
import { headHtml, withHead } from './head-html.ts'
import { publicPages } from './public-pages.ts'

const origin = 'https://koyoi.example'

it('names the page, its address and its card in place of the general words', async () => {
  const template = await readFile('web/index.html', 'utf8')
  const html = withHead(template, headHtml(pageHeadOf(publicPages, '/terms'), origin))
  expect(html).toContain('<title>利用規約｜今宵 Koyoi</title>')
  expect(html).toContain(`<link rel="canonical" href="${origin}/terms" />`)
  expect(html).toContain(`<meta property="og:image" content="${origin}/card.png" />`)
  expect(html).not.toContain('noindex')
  expect(html.match(/<title>/g)).toHaveLength(1)
  expect(html.match(/name="description"/g)).toHaveLength(1)
})

it('keeps the pages of members out of search engines, without an address of theirs', () => {
  const html = headHtml(pageHeadOf(publicPages, '/profile/unbroadcaster/10482736'), origin)
  expect(html).toContain('<meta name="robots" content="noindex" />')
  expect(html).not.toContain('canonical')
  expect(html).not.toContain('10482736')
})

it('shows the card of a broadcaster who allows it, at the one address of the profile', () => {
  const head = sharedHead({ id: '10482736', name: 'みお', line: '' }, '/cards/10482736.jpg?v=1')
  const html = headHtml({ path: '/profile/unbroadcaster/pc/10482736', head }, origin)
  expect(html).toContain(`<meta property="og:image" content="${origin}/cards/10482736.jpg?v=1" />`)
  expect(html).toContain(`<meta property="og:url" content="${origin}/profile/unbroadcaster/10482736" />`)
  expect(html).toContain('<meta property="og:type" content="profile" />')
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />')
  expect(html).toContain('<meta name="robots" content="noindex" />')
  expect(html).not.toContain('canonical')
  expect(headHtml({ path: '/', head }, undefined)).not.toMatch(/og:url|og:image/)
})

it('makes up no address without a configured origin', () => {
  const html = headHtml(pageHeadOf(publicPages, '/terms'), undefined)
  expect(html).not.toMatch(/canonical|og:url|og:image/)
})

it.each(['</title><script>alert(1)</script>', '" onload="alert(1)', "$& $' &amp;"])(
  'lets no words out of their place: %s',
  (words) => {
    const head = { title: words, description: words, isIndexed: true }
    const html = withHead(
      '<head><title>x</title>\n<meta name="description" content="y" /></head>',
      headHtml({ path: '/message/a', head }, origin),
    )
    expect(html).not.toMatch(/<script|" onload/)
    expect(html).toContain(
      words
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;'),
    )
  },
)
