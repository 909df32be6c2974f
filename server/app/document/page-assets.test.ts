import { expect, it } from 'vitest'
import { pageAssetsOf } from './page-assets.ts'

const manifest = {
  'index.html': {
    file: 'index.js',
    imports: ['_ui.js'],
    dynamicImports: ['app/screens.tsx', 'home-more.tsx'],
    css: ['index.css'],
  },
  '_ui.js': { file: 'ui.js' },
  'app/screens.tsx': { file: 'screens.js', imports: ['_ui.js'], dynamicImports: ['live-page.tsx'] },
  '_cards.js': { file: 'cards.js', css: ['cards.css'] },
  'live-page.tsx': { file: 'live.js', imports: ['_cards.js', '_ui.js'], css: ['live.css'] },
  'home-more.tsx': { file: 'more.js', css: ['more.css'] },
}
const assets = pageAssetsOf(
  manifest,
  new Map([
    ['index.css', '.small{}._page_1:hover{}'],
    ['cards.css', '._card_2-x,._name_2{}'],
    ['live.css', '._row_3 > b{}'],
    ['more.css', '._more_4{}'],
  ]),
)

it('finds the style sheets of the markup, also of lazy parts, those of every page and the shared ones first', () => {
  const sheetsOf = (html: string) => assets.styleSheetsFor(html).map(({ file }) => file)
  const html = '<p class="small _page_1"><i class="_row_3 _card_2-x"></i></p>'
  expect(sheetsOf(html)).toEqual(['index.css', 'cards.css', 'live.css'])
  expect(sheetsOf('<p class="_more_4">')).toEqual(['index.css', 'more.css'])
  expect(assets.styleSheetsFor('<p class="small _page_1">')).toEqual([
    { file: 'index.css', css: '.small{}._page_1:hover{}' },
  ])
})

it('names the scripts of a screen that are not on every page', () => {
  expect(assets.scriptsFor('live-page.tsx')).toEqual(['screens.js', 'live.js', 'cards.js'])
  expect(assets.scriptsFor(null)).toEqual([])
})
