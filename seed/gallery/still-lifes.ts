import {
  between,
  circle,
  ellipse,
  glow,
  gradient,
  many,
  path,
  rect,
  type Sheet,
  stroke,
  svg,
} from './drawing.ts'
import { blossom } from './scenes.ts'

/** Things on a table, flowers and sketches of clothes. */

const table = (sheet: Sheet, top = 0.7): string => {
  const { width, height, palette, random } = sheet
  return (
    rect(0, 0, width, height, 'url(#sky)') +
    many(7, () =>
      circle(
        random() * width,
        height * random() * 0.5,
        between(random, 30, 110),
        palette.light,
        'opacity=".35"',
      ),
    ) +
    rect(0, height * top, width, height * (1 - top), palette.land[0]) +
    rect(0, height * top, width, 10, palette.land[1], 'opacity=".35"')
  )
}

const defsOf = ({ palette }: Sheet, more = ''): string =>
  gradient('sky', palette.sky) + glow('glow', palette.light) + more

const shadow = (x: number, y: number, r: number): string =>
  ellipse(x, y, r, r * 0.16, '#3b2530', 'opacity=".18"')

export const parfait = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  const x = width / 2
  const foot = height * 0.86
  const u = width / 1000
  const layers = [palette.accent, '#fff7ee', '#f6d2a2', palette.accent, '#fff7ee', '#e9b26f']
  const half = (y: number) => 95 * u + ((foot - 150 * u - y) / (height * 0.42)) * 130 * u
  const bottom = foot - 150 * u
  const tall = height * 0.42
  return svg(
    sheet,
    defsOf(sheet),
    table(sheet, 0.74) +
      shadow(x, foot, 190 * u) +
      ellipse(x, foot - 8 * u, 130 * u, 26 * u, '#ffffff', 'opacity=".8"') +
      rect(x - 14 * u, bottom, 28 * u, 140 * u, '#ffffff', 'opacity=".75"') +
      layers
        .map((fill, nth) => {
          const [low, high] = [
            bottom - (tall * nth) / layers.length,
            bottom - (tall * (nth + 1)) / layers.length,
          ]
          return path(
            `M${x - half(low)} ${low}H${x + half(low)}L${x + half(high)} ${high}Q${x} ${high - 16 * u * (nth % 2 ? 1 : -1)} ${x - half(high)} ${high}Z`,
            fill,
          )
        })
        .join('') +
      many(3, (nth) =>
        circle(
          x + (nth - 1) * 120 * u,
          bottom - tall - 46 * u,
          96 * u,
          nth === 1 ? '#fff3df' : palette.accent,
          nth === 1 ? '' : 'opacity=".92"',
        ),
      ) +
      many(3, (nth) =>
        ellipse(
          x + (nth - 1) * 120 * u - 26 * u,
          bottom - tall - 76 * u,
          22 * u,
          14 * u,
          '#fff',
          'opacity=".5"',
        ),
      ) +
      circle(x + between(random, -30, 30) * u, bottom - tall - 160 * u, 44 * u, '#c81f3f') +
      stroke(
        `M${x} ${bottom - tall - 196 * u}q${30 * u} ${-90 * u} ${90 * u} ${-110 * u}`,
        '#6a8f4e',
        8 * u,
      ) +
      stroke(
        `M${x + 150 * u} ${bottom - tall}L${x + 270 * u} ${bottom - tall - 290 * u}`,
        '#c98a4b',
        26 * u,
      ) +
      path(
        `M${x - half(bottom)} ${bottom}L${x - half(bottom - tall)} ${bottom - tall}h${40 * u}L${x - half(bottom) + 26 * u} ${bottom}Z`,
        '#fff',
        'opacity=".3"',
      ),
  )
}

export const cake = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  const u = width / 1000
  const x = width / 2
  const y = height * 0.8
  const layer = (nth: number, fill: string) =>
    rect(x - 250 * u, y - (90 + nth * 62) * u, 500 * u, 63 * u, fill)
  return svg(
    sheet,
    defsOf(sheet),
    table(sheet, 0.72) +
      shadow(x, y + 26 * u, 380 * u) +
      ellipse(x, y, 380 * u, 60 * u, '#ffffff') +
      ellipse(x, y - 8 * u, 330 * u, 46 * u, palette.sky[2]) +
      layer(0, '#f5d6a4') +
      layer(1, '#fffaf3') +
      layer(2, '#f5d6a4') +
      layer(3, palette.accent) +
      layer(4, '#fffaf3') +
      many(9, (nth) => circle(x - 250 * u + nth * 62 * u, y - 340 * u, 38 * u, '#fffaf3')) +
      many(5, (nth) => {
        const at = x - 200 * u + nth * 100 * u
        return (
          path(
            `M${at} ${y - 330 * u}c${-60 * u} ${-60 * u} ${-40 * u} ${-120 * u} 0 ${-120 * u}s${60 * u} ${60 * u} 0 ${120 * u}Z`,
            '#d3243f',
          ) +
          many(5, () =>
            circle(at + between(random, -18, 18) * u, y - between(random, 350, 430) * u, 3 * u, '#ffe3a0'),
          ) +
          path(`M${at - 24 * u} ${y - 448 * u}q${24 * u} ${-34 * u} ${48 * u} 0Z`, '#6a9a55')
        )
      }),
  )
}

export const macarons = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  const u = width / 1000
  const fills = [palette.accent, '#f6c9b0', '#cfe3b8', '#d9c6ec', '#f7e0a0', '#bfe0ea']
  const one = (x: number, y: number, fill: string): string =>
    ellipse(x, y + 44 * u, 104 * u, 36 * u, fill) +
    rect(x - 100 * u, y + 6 * u, 200 * u, 26 * u, '#fff6ea', `rx="${12 * u}"`) +
    path(
      `M${x - 106 * u} ${y + 8 * u}C${x - 106 * u} ${y - 84 * u} ${x + 106 * u} ${y - 84 * u} ${x + 106 * u} ${y + 8 * u}Z`,
      fill,
    ) +
    ellipse(x - 36 * u, y - 34 * u, 30 * u, 11 * u, '#fff', 'opacity=".45"')
  const rows = [4, 3, 2, 1]
  return svg(
    sheet,
    defsOf(sheet),
    table(sheet, 0.72) +
      shadow(width / 2, height * 0.86, 430 * u) +
      ellipse(width / 2, height * 0.84, 470 * u, 60 * u, '#ffffff') +
      rows
        .map((count, row) =>
          many(count, (nth) =>
            one(
              width / 2 + (nth - (count - 1) / 2) * 216 * u,
              height * 0.8 - row * 128 * u,
              fills[Math.floor(random() * fills.length)] ?? '#fff',
            ),
          ),
        )
        .join(''),
  )
}

export const tea = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  const u = width / 1000
  const x = width * between(random, 0.42, 0.56)
  const y = height * 0.62
  return svg(
    sheet,
    defsOf(sheet),
    table(sheet, 0.6) +
      many(4, (nth) =>
        stroke(
          `M${x + (nth - 1.5) * 80 * u} ${y - 60 * u}c${-50 * u} ${-80 * u} ${50 * u} ${-120 * u} 0 ${-210 * u}`,
          '#fff',
          12 * u,
          'opacity=".55"',
        ),
      ) +
      shadow(x, y + 330 * u, 400 * u) +
      ellipse(x, y + 310 * u, 380 * u, 60 * u, '#fffaf3') +
      stroke(
        `M${x + 230 * u} ${y + 60 * u}c${170 * u} ${-40 * u} ${170 * u} ${170 * u} ${-30 * u} ${170 * u}`,
        '#fffaf3',
        34 * u,
      ) +
      path(
        `M${x - 260 * u} ${y}H${x + 260 * u}C${x + 250 * u} ${y + 230 * u} ${x + 150 * u} ${y + 300 * u} ${x} ${y + 300 * u}S${x - 250 * u} ${y + 230 * u} ${x - 260 * u} ${y}Z`,
        '#fffaf3',
      ) +
      ellipse(x, y, 260 * u, 58 * u, '#f3e4d6') +
      ellipse(x, y + 6 * u, 226 * u, 44 * u, '#b5673a') +
      many(3, (nth) => blossom(x - 120 * u + nth * 120 * u, y + 150 * u, 34 * u, palette.accent, '#ffe9b8')) +
      many(3, (nth) =>
        circle(
          width * 0.16 + nth * 60 * u,
          height * 0.9 - (nth % 2) * 30 * u,
          44 * u,
          ['#e8b96a', '#d99a52', '#f0cf95'][nth] ?? '',
        ),
      ),
  )
}

export const bouquet = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  const u = width / 1000
  const x = width / 2
  const fills = [palette.accent, '#f7b6c4', '#fff0d8', '#c9b3e6', '#f6c667']
  const heads = Array.from({ length: 26 }, () => ({
    dx: between(random, -270, 270) * u,
    dy: between(random, -470, -120) * u,
    r: between(random, 38, 74) * u,
    fill: fills[Math.floor(random() * fills.length)] ?? palette.accent,
  }))
  const y = height * 0.72
  return svg(
    sheet,
    defsOf(sheet),
    table(sheet, 0.82) +
      shadow(x, height * 0.92, 230 * u) +
      many(18, () => {
        const tip = between(random, -330, 330) * u
        return path(
          `M${x} ${y}Q${x + tip * 0.4} ${y - 300 * u} ${x + tip} ${y - between(random, 330, 520) * u}Q${x + tip * 0.7} ${y - 220 * u} ${x} ${y}Z`,
          palette.land[2],
          'opacity=".6"',
        )
      }) +
      heads.map(({ dx, dy, r, fill }) => blossom(x + dx, y + dy, r, fill, '#ffe7a8')).join('') +
      path(
        `M${x - 150 * u} ${y - 90 * u}H${x + 150 * u}L${x + 110 * u} ${height * 0.92}H${x - 110 * u}Z`,
        '#fffaf3',
      ) +
      path(
        `M${x - 150 * u} ${y - 90 * u}h${60 * u}L${x - 70 * u} ${height * 0.92}h${-40 * u}Z`,
        '#000',
        'opacity=".05"',
      ) +
      rect(x - 140 * u, y - 20 * u, 280 * u, 26 * u, palette.accent, 'opacity=".85"'),
  )
}

/** A sketch of a dress on paper, with swatches of its cloth. */
export const dress = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  const u = width / 1000
  const x = width * 0.46
  const top = height * 0.2
  const hem = height * between(random, 0.66, 0.82)
  const flare = between(random, 190, 330) * u
  const line = palette.land[2]
  const sleeve = random() < 0.5
  const pattern = Math.floor(random() * 3)
  const body = `M${x - 90 * u} ${top}Q${x} ${top + 70 * u} ${x + 90 * u} ${top}L${x + 130 * u} ${top + 60 * u}Q${x + 90 * u} ${top + 200 * u} ${x + 84 * u} ${top + 290 * u}L${x + flare} ${hem}Q${x} ${hem + 70 * u} ${x - flare} ${hem}L${x - 84 * u} ${top + 290 * u}Q${x - 90 * u} ${top + 200 * u} ${x - 130 * u} ${top + 60 * u}Z`
  return svg(
    sheet,
    `${defsOf(sheet)}<clipPath id="cut"><path d="${body}"/></clipPath>`,
    rect(0, 0, width, height, '#fdf8f1') +
      many(22, (nth) => rect(0, (nth * height) / 22, width, 2, palette.land[0], 'opacity=".18"')) +
      stroke(
        `M${x} ${top - 90 * u}q${50 * u} ${-40 * u} 0 ${-70 * u}M${x} ${top - 90 * u}L${x - 190 * u} ${top + 20 * u}M${x} ${top - 90 * u}L${x + 190 * u} ${top + 20 * u}`,
        line,
        9 * u,
      ) +
      (sleeve
        ? stroke(
            `M${x - 128 * u} ${top + 60 * u}q${-90 * u} ${90 * u} ${-100 * u} ${230 * u}M${x + 128 * u} ${top + 60 * u}q${90 * u} ${90 * u} ${100 * u} ${230 * u}`,
            palette.accent,
            66 * u,
            'opacity=".75"',
          )
        : '') +
      path(body, palette.accent, 'opacity=".82"') +
      `<g clip-path="url(#cut)">${many(90, () => {
        const [at, y] = [x + between(random, -1, 1) * flare, between(random, top, hem + 60)]
        if (pattern === 0) return circle(at, y, 9 * u, '#fff', 'opacity=".6"')
        if (pattern === 1) return blossom(at, y, 17 * u, '#fff5e4', palette.land[1])
        return stroke(
          `M${Math.round(at)} ${Math.round(y)}l${Math.round(40 * u)} ${Math.round(120 * u)}`,
          '#fff',
          5 * u,
          'opacity=".3"',
        )
      })}</g>` +
      rect(x - 90 * u, top + 276 * u, 180 * u, 30 * u, line, 'opacity=".85"') +
      stroke(body, line, 6 * u, 'opacity=".75"') +
      many(4, (nth) =>
        stroke(
          `M${x + (nth - 1.5) * 44 * u} ${top + 330 * u}L${x + (nth - 1.5) * flare * 0.44} ${hem - 20 * u}`,
          line,
          4 * u,
          'opacity=".35"',
        ),
      ) +
      many(3, (nth) =>
        rect(
          width * 0.8,
          height * (0.2 + nth * 0.13),
          120 * u,
          120 * u,
          [palette.accent, palette.land[0], palette.land[1]][nth] ?? line,
          `rx="${8 * u}" transform="rotate(${nth * 4 - 4} ${Math.round(width * 0.86)} ${Math.round(height * (0.26 + nth * 0.13))})"`,
        ),
      ) +
      many(4, (nth) =>
        stroke(
          `M${Math.round(width * 0.79)} ${Math.round(height * (0.68 + nth * 0.035))}h${Math.round(between(random, 80, 150) * u)}`,
          line,
          6 * u,
          'opacity=".4"',
        ),
      ),
  )
}
