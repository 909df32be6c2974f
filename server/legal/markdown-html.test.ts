import { describe, expect, it } from 'vitest'
import { markdownHtml } from './markdown-html.ts'

describe('markdownHtml', () => {
  it.each([
    ['no second h1', '# 第1条\n\n## 第2条\n\n### 一', '<h2>第1条</h2>\n<h2>第2条</h2>\n<h3>一</h3>'],
    ['a link of our own', '[退会](/quit)', '<p><a href="/quit">退会</a></p>'],
    [
      'a link elsewhere, in a page of its own that learns nothing',
      '[方針](https://example.jp/a?b=1&c=2)',
      '<p><a href="https://example.jp/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">方針</a></p>',
    ],
    [
      'a table that scrolls by itself',
      '| 項目 | 内容 |\n| --- | --- |\n| 名称 | 今宵 |',
      '<div role="group" aria-label="表" tabindex="0"><table>\n<thead>\n<tr>\n<th>項目</th>\n<th>内容</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>名称</td>\n<td>今宵</td>\n</tr>\n</tbody>\n</table></div>',
    ],
  ])('makes %s', (_, markdown, html) => {
    expect(markdownHtml(markdown)).toBe(html)
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'あ<svg/onload=alert(1)>い',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="javascript:alert(1)">押す</a>',
    '[押す](javascript:alert(1))',
    '[押す](JaVaScRiPt:alert(1))',
    '[押す](java\nscript:alert(1))',
    '[押す](&#106;avascript:alert(1))',
    '[押す](data:text/html;base64,PHNjcmlwdD4=)',
    '[押す](vbscript:msgbox)',
    '[押す](//evil.example)',
    '[押す](/\\evil.example)',
    '[押す](</\t/evil.example>)',
    '[押す](http://evil.example)',
    '[押す](mailto:a@b.example)',
    '<javascript:alert(1)>',
    '![見出し](https://evil.example/pixel.gif)',
    '![x](x "\\" onerror=alert(1) \\"")',
    '[押す](https://example.jp "\\" onmouseover=alert(1) \\"")',
    '[押す]: javascript:alert(1)\n\n[押す]',
    '| <b onclick=alert(1)>あ</b> |\n| --- |\n| [い](javascript:alert(1)) |',
    '```html\n<script>alert(1)</script>\n```',
    '```"><script>alert(1)</script>\nx\n```',
    '<!--\n<script>alert(1)</script>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '" onload="alert(1)',
  ])('nothing in %j runs, loads or leads to another site', (markdown) => {
    const html = markdownHtml(markdown)
    // Every tag is one of ours: text has no bare angle bracket.
    const tags = [...html.matchAll(/<([^>]*)>/g)].map(([, tag = '']) => tag)
    for (const tag of tags) {
      expect(tag).toMatch(
        /^(\/?(p|h[2-6]|ul|ol|li|strong|em|code|pre|blockquote|table|thead|tbody|tr|th|td|a|div)|hr \/|br \/|code class="language-[^"<>]*"|a( href="(https:\/\/[^"<>]*" target="_blank" rel="noopener noreferrer"|(\/(?![/\\])|#)[^"<>]*"))?( title="[^"<>]*")?|div role="group" aria-label="表" tabindex="0")$/,
      )
    }
    expect(html.replaceAll(/<[^>]*>/g, '')).not.toContain('<')
  })
})
