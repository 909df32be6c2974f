import {
  between,
  circle,
  ellipse,
  glitter,
  glow,
  gradient,
  many,
  moon,
  path,
  rect,
  ridge,
  type Sheet,
  sky,
  stars,
  stroke,
  svg,
} from './drawing.ts'

/** Landscapes, and views through a window. */

const defsOf = ({ palette }: Sheet, more = ''): string =>
  gradient('sky', palette.sky) + glow('glow', palette.light) + more

export const sea = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  const line = height * between(random, 0.5, 0.62)
  const x = width * between(random, 0.28, 0.72)
  return svg(
    sheet,
    defsOf(sheet, gradient('water', [palette.land[0], palette.land[2]])),
    sky(sheet) +
      stars(sheet, 70) +
      moon(sheet, x, height * between(random, 0.16, 0.3), width * 0.07) +
      ridge(sheet, line - 30, 26, palette.land[1]) +
      rect(0, line, width, height - line, 'url(#water)') +
      glitter(sheet, x, line + 10, height * 0.95) +
      many(3, (nth) =>
        ridge(sheet, height * (0.86 + nth * 0.05), 10, nth === 2 ? palette.land[2] : palette.land[1]),
      ),
  )
}

export const mountains = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  const peak = (x: number, top: number, half: number, fill: string) =>
    path(
      `M${x - half} ${height}L${x - half * 0.28} ${top + 90}L${x} ${top}L${x + half * 0.3} ${top + 100}L${x + half} ${height}Z`,
      fill,
    )
  const x = width * between(random, 0.35, 0.65)
  const top = height * 0.3
  return svg(
    sheet,
    defsOf(sheet),
    sky(sheet) +
      moon(sheet, width * between(random, 0.15, 0.85), height * 0.18, width * 0.055) +
      peak(x, top, width * 0.62, palette.land[0]) +
      path(
        `M${x - width * 0.174} ${top + 90}L${x} ${top}L${x + width * 0.186} ${top + 100}L${x + 70} ${top + 76}L${x + 20} ${top + 130}L${x - 40} ${top + 80}L${x - 90} ${top + 120}Z`,
        palette.light,
        'opacity=".9"',
      ) +
      ridge(sheet, height * 0.64, 50, palette.land[1]) +
      ridge(sheet, height * 0.78, 36, palette.land[2]) +
      many(18, () =>
        pine(
          random() * width,
          height * between(random, 0.8, 0.97),
          between(random, 60, 150),
          palette.land[2],
        ),
      ),
  )
}

const pine = (x: number, y: number, tall: number, fill: string): string =>
  many(3, (nth) => {
    const top = y - tall + (nth * tall) / 4
    const half = tall * (0.16 + nth * 0.07)
    return path(
      `M${Math.round(x)} ${Math.round(top)}l${Math.round(half)} ${Math.round(tall * 0.45)}h${-Math.round(half * 2)}Z`,
      fill,
    )
  })

export const city = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  const row = (base: number, tall: number, fill: string, lit: number): string => {
    let x = -20
    let drawn = ''
    while (x < width) {
      const wide = between(random, 70, 150)
      const top = base - between(random, tall * 0.4, tall)
      drawn += rect(x, top, wide, height - top, fill)
      for (let windowY = top + 22; windowY < base - 10; windowY += 36)
        for (let windowX = x + 14; windowX < x + wide - 20; windowX += 30)
          if (random() < lit)
            drawn += rect(
              windowX,
              windowY,
              12,
              17,
              random() < 0.2 ? palette.accent : palette.light,
              `rx="2" opacity="${between(random, 0.55, 1).toFixed(2)}"`,
            )
      x += wide + between(random, 4, 16)
    }
    return drawn
  }
  return svg(
    sheet,
    defsOf(sheet, gradient('water', [palette.land[1], palette.land[2]])),
    sky(sheet) +
      stars(sheet, 40) +
      moon(sheet, width * between(random, 0.2, 0.8), height * 0.15, width * 0.05) +
      row(height * 0.72, height * 0.42, palette.land[0], 0.28) +
      row(height * 0.8, height * 0.34, palette.land[2], 0.5) +
      rect(0, height * 0.8, width, height * 0.2, 'url(#water)') +
      many(70, () => {
        const y = height * between(random, 0.81, 0.99)
        return rect(
          random() * width,
          y,
          between(random, 10, 70),
          4,
          random() < 0.3 ? palette.accent : palette.light,
          `rx="2" opacity="${between(random, 0.1, 0.5).toFixed(2)}"`,
        )
      }),
  )
}

export const fireworks = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  const colours = [palette.light, palette.accent, '#ff8fb1', '#9ad7ff', '#c7f0a8']
  const burst = (nth: number): string => {
    const x = width * between(random, 0.18, 0.82)
    const y = height * between(random, 0.12, 0.5)
    const radius = width * between(random, 0.1, 0.24)
    const colour = colours[nth % colours.length] ?? palette.light
    return (
      circle(x, y, radius * 1.4, 'url(#glow)', 'opacity=".35"') +
      many(28, (ray) => {
        const angle = (ray / 28) * Math.PI * 2
        const near = radius * 0.25
        const far = radius * between(random, 0.75, 1)
        const at = (distance: number) =>
          `${Math.round(x + Math.cos(angle) * distance)} ${Math.round(y + Math.sin(angle) * distance + (distance > near ? distance * 0.08 : 0))}`
        return (
          stroke(`M${at(near)}L${at(far)}`, colour, 4, 'opacity=".85"') +
          circle(Number(at(far).split(' ')[0]), Number(at(far).split(' ')[1]), 6, colour)
        )
      })
    )
  }
  return svg(
    sheet,
    defsOf(sheet, gradient('water', [palette.land[1], palette.land[2]])),
    sky(sheet) +
      stars(sheet, 40) +
      many(5, burst) +
      ridge(sheet, height * 0.74, 20, palette.land[2]) +
      rect(0, height * 0.8, width, height * 0.2, 'url(#water)') +
      glitter(sheet, width * 0.5, height * 0.81, height * 0.98),
  )
}

export const field = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  return svg(
    sheet,
    defsOf(sheet),
    sky(sheet) +
      moon(sheet, width * between(random, 0.2, 0.8), height * 0.2, width * 0.06) +
      many(5, () =>
        cloud(width * random(), height * between(random, 0.1, 0.34), between(random, 50, 100), palette.light),
      ) +
      ridge(sheet, height * 0.52, 30, palette.land[0]) +
      ridge(sheet, height * 0.62, 26, palette.land[1]) +
      ridge(sheet, height * 0.72, 20, palette.land[2]) +
      many(150, () => {
        const depth = random()
        const x = random() * width
        const y = height * (0.73 + depth * 0.26)
        const r = 5 + depth * 15
        return (
          stroke(
            `M${Math.round(x)} ${Math.round(y)}v${Math.round(r * 2.6)}`,
            palette.land[1],
            3 + depth * 3,
          ) + blossom(x, y, r, random() < 0.6 ? palette.accent : palette.light, palette.light)
        )
      }),
  )
}

const cloud = (x: number, y: number, r: number, fill: string): string =>
  `<g opacity=".75">${ellipse(x, y, r * 1.7, r * 0.5, fill)}${ellipse(x - r * 0.5, y - r * 0.3, r * 0.7, r * 0.5, fill)}${ellipse(x + r * 0.4, y - r * 0.4, r * 0.8, r * 0.6, fill)}</g>`

export const blossom = (x: number, y: number, r: number, fill: string, heart: string): string =>
  many(5, (petal) => {
    const angle = (petal / 5) * Math.PI * 2 - Math.PI / 2
    return circle(x + Math.cos(angle) * r * 0.75, y + Math.sin(angle) * r * 0.75, r * 0.62, fill)
  }) + circle(x, y, r * 0.4, heart)

/** A cat on a window sill, its back to us. */
export const cat = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  const sill = height * 0.78
  const x = width * between(random, 0.38, 0.62)
  const fur = random() < 0.5 ? palette.land[2] : '#3a2d33'
  const s = width / 1200
  const tail = random() < 0.5 ? 1 : -1
  const at = (dx: number, dy: number) => `${Math.round(x + dx * s)} ${Math.round(sill + dy * s)}`
  return svg(
    sheet,
    defsOf(sheet, gradient('wall', [palette.land[1], palette.land[2]])),
    rect(0, 0, width, height, 'url(#wall)') +
      rect(width * 0.1, height * 0.08, width * 0.8, sill - height * 0.08, 'url(#sky)') +
      many(44, () =>
        circle(
          width * between(random, 0.12, 0.88),
          height * between(random, 0.1, 0.5),
          between(random, 1, 3.4),
          palette.light,
          'opacity=".8"',
        ),
      ) +
      moon(sheet, width * between(random, 0.25, 0.75), height * 0.24, width * 0.06) +
      many(14, () => {
        const left = width * between(random, 0.1, 0.84)
        const tall = height * between(random, 0.05, 0.2)
        return rect(left, sill - tall, width * 0.06, tall, palette.land[0])
      }) +
      rect(width * 0.49, height * 0.08, width * 0.02, sill - height * 0.08, palette.land[2]) +
      rect(
        width * 0.1,
        height * 0.08,
        width * 0.8,
        sill - height * 0.08,
        'none',
        `stroke="${palette.land[2]}" stroke-width="${26 * s}"`,
      ) +
      rect(width * 0.04, sill, width * 0.92, height * 0.04, palette.land[0]) +
      stroke(
        `M${at(120 * tail, -30)}C${at(300 * tail, -20)} ${at(330 * tail, 110)} ${at(240 * tail, 190)}`,
        fur,
        46 * s,
      ) +
      path(
        `M${at(-150, 4)}C${at(-190, -170)} ${at(-110, -300)} ${at(0, -310)}C${at(110, -300)} ${at(190, -170)} ${at(150, 4)}Z`,
        fur,
      ) +
      path(
        `M${at(-120, -330)}L${at(-128, -490)}L${at(-40, -420)}H${Math.round(x + 40 * s)}L${at(128, -490)}L${at(120, -330)}C${at(90, -230)} ${at(-90, -230)} ${at(-120, -330)}Z`,
        fur,
      ) +
      ellipse(x, sill - 150 * s, 60 * s, 120 * s, palette.light, 'opacity=".07"'),
  )
}

/** Rain on a window, and the lights of a street behind it. */
export const rain = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  return svg(
    sheet,
    defsOf(sheet),
    sky(sheet) +
      many(26, () =>
        circle(
          random() * width,
          height * between(random, 0.2, 0.95),
          between(random, 40, 130),
          random() < 0.35 ? palette.accent : palette.light,
          `opacity="${between(random, 0.08, 0.32).toFixed(2)}"`,
        ),
      ) +
      many(130, () => {
        const x = random() * width
        const y = random() * height
        const r = between(random, 3, 11)
        return (
          circle(x, y, r, '#fff', 'opacity=".35"') +
          circle(x - r * 0.25, y - r * 0.3, r * 0.35, '#fff', 'opacity=".8"')
        )
      }) +
      many(9, () => {
        const x = random() * width
        const y = random() * height * 0.6
        return stroke(
          `M${Math.round(x)} ${Math.round(y)}q${Math.round(between(random, -14, 14))} ${Math.round(height * 0.1)} 0 ${Math.round(height * between(random, 0.16, 0.3))}`,
          '#fff',
          5,
          'opacity=".22"',
        )
      }),
  )
}

export const snowInn = (sheet: Sheet): string => {
  const { width, height, random, palette } = sheet
  const base = height * 0.74
  const house = (x: number, wide: number): string => {
    const tall = wide * 0.5
    return (
      rect(x, base - tall, wide, tall, '#4a3540') +
      path(
        `M${x - wide * 0.16} ${base - tall}L${x + wide / 2} ${base - tall - wide * 0.5}L${x + wide * 1.16} ${base - tall}Z`,
        palette.land[2],
      ) +
      many(3, (nth) =>
        rect(
          x + wide * (0.12 + nth * 0.29),
          base - tall * 0.72,
          wide * 0.18,
          tall * 0.42,
          palette.light,
          'rx="4"',
        ),
      ) +
      circle(x + wide / 2, base - tall * 0.4, wide * 0.9, 'url(#glow)', 'opacity=".4"')
    )
  }
  return svg(
    sheet,
    defsOf(sheet),
    sky(sheet) +
      ridge(sheet, height * 0.46, 60, palette.sky[1]) +
      ridge(sheet, height * 0.6, 30, palette.land[1]) +
      house(width * between(random, 0.08, 0.2), width * 0.3) +
      house(width * between(random, 0.56, 0.64), width * 0.26) +
      ridge(sheet, base, 12, palette.land[2]) +
      many(9, () =>
        pine(
          random() * width,
          height * between(random, 0.78, 0.95),
          between(random, 90, 170),
          palette.land[0],
        ),
      ) +
      many(180, () =>
        circle(
          random() * width,
          random() * height,
          between(random, 1.5, 6),
          '#fff',
          `opacity="${between(random, 0.4, 0.95).toFixed(2)}"`,
        ),
      ),
  )
}
