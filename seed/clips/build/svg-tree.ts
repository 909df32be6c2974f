/** Reads just enough SVG to change the elements of a seeded portrait; it reads our own files only. */
export interface SvgElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly SvgElement[]
}

const tagPattern = /<(\/?)([\w:]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g
const attributePattern = /([\w:-]+)="([^"]*)"/g

export function parseSvg(text: string): SvgElement {
  const root: { children: SvgElement[] } = { children: [] }
  const open: { children: SvgElement[] }[] = [root]
  for (const [, closing, name = '', rawAttributes = '', empty] of text.matchAll(tagPattern)) {
    if (closing) {
      open.pop()
      continue
    }
    const children: SvgElement[] = []
    const attributes = Object.fromEntries(
      [...rawAttributes.matchAll(attributePattern)].map(([, key = '', value = '']) => [key, value]),
    )
    open.at(-1)?.children.push({ name, attributes, children })
    if (!empty) open.push({ children })
  }
  const svg = root.children[0]
  if (svg?.name !== 'svg') throw new Error('not an SVG document')
  return svg
}

/** `replace` gets every element and answers its markup, or undefined to leave it as it is. */
export type Replace = (element: SvgElement, write: (element: SvgElement) => string) => string | undefined

export function writeSvg(element: SvgElement, replace: Replace): string {
  const plain = ({ name, attributes, children }: SvgElement): string => {
    const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
    const inner = children.map((child) => writeSvg(child, replace)).join('')
    return `<${name}${written.join('')}>${inner}</${name}>`
  }
  return replace(element, plain) ?? plain(element)
}
