import { dice } from '#seed/gallery/drawing.ts'

/** Drawn scenes that move: each draws the picture at a share of its length, 0 to 1, as SVG; the last one meets the first. */
export interface MovingScene {
  width: number
  height: number
  draw: (share: number) => string
}

const turn = 2 * Math.PI
const wave = (share: number, times = 1, phase = 0): number => Math.sin(turn * (share * times + phase))

const sheet = (
  width: number,
  height: number,
  sky: readonly [string, string, string],
  inner: string,
): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/>
  <stop offset=".6" stop-color="${sky[1]}"/><stop offset="1" stop-color="${sky[2]}"/></linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#sky)"/>${inner}</svg>`

const wide = { width: 1280, height: 720 }
const tall = { width: 720, height: 1280 }

const many = (count: number, name: string, draw: (random: () => number, nth: number) => string): string => {
  const random = dice(name)
  return Array.from({ length: count }, (_, nth) => draw(random, nth)).join('')
}

/** A hill, a wave or a roof line from side to side. */
const band = (
  width: number,
  height: number,
  top: number,
  swing: number,
  shift: number,
  fill: string,
): string => {
  const points = Array.from({ length: 33 }, (_, at) => {
    const x = (at * width) / 32
    return `${x.toFixed(0)},${(top + swing * Math.sin(turn * (at / 16 + shift))).toFixed(1)}`
  })
  return `<polygon fill="${fill}" points="0,${height} ${points.join(' ')} ${width},${height}"/>`
}

const moonlitSea: MovingScene = {
  ...wide,
  draw: (share) =>
    sheet(
      wide.width,
      wide.height,
      ['#0d1233', '#1d2a5e', '#3e5391'],
      [
        many(70, 'stars', (random) => {
          const [x, y, phase] = [random() * 1280, random() * 360, random()]
          return `<circle cx="${x}" cy="${y}" r="${1 + random() * 1.4}" fill="#fff2c9" opacity="${0.5 + 0.4 * wave(share, 1, phase)}"/>`
        }),
        '<circle cx="900" cy="190" r="84" fill="#fff2c9"/><circle cx="900" cy="190" r="140" fill="#fff2c9" opacity=".12"/>',
        band(1280, 720, 440, 8, share, '#22316b'),
        ...Array.from({ length: 7 }, (_, at) => {
          const [y, half] = [458 + at * 36, 40 + at * 22]
          return `<rect x="${900 - half + 14 * wave(share, 1, at / 7)}" y="${y}" width="${half * 2}" height="7" rx="4" fill="#fff2c9" opacity="${0.5 - at * 0.05}"/>`
        }),
        band(1280, 720, 560, 12, -share, '#1a2552'),
        band(1280, 720, 640, 14, share * 2, '#111a40'),
      ].join(''),
    ),
}

const rainyWindow: MovingScene = {
  ...tall,
  draw: (share) =>
    sheet(
      tall.width,
      tall.height,
      ['#2b2a5c', '#57508c', '#8a6f9c'],
      [
        many(16, 'windows', (random) => {
          const [x, y] = [random() * 640, 620 + random() * 480]
          return `<rect x="${x}" y="${y}" width="46" height="58" rx="6" fill="#ffd9a0" opacity="${0.3 + random() * 0.4}"/>`
        }),
        many(90, 'drops', (random) => {
          const [x, from, length, times] = [
            random() * 720,
            random(),
            30 + random() * 60,
            1 + Math.floor(random() * 2),
          ]
          const y = ((from + share * times) % 1) * 1_400 - 100
          return `<rect x="${x}" y="${y}" width="3" height="${length}" rx="2" fill="#dfe6ff" opacity=".45"/>`
        }),
        '<g fill="#1c1a3c"><rect width="36" height="1280"/><rect x="684" width="36" height="1280"/><rect x="348" width="24" height="1280"/><rect y="1180" width="720" height="100"/></g>',
      ].join(''),
    ),
}

const candle: MovingScene = {
  ...tall,
  draw: (share) => {
    const lean = 16 * wave(share, 2)
    const tip = 560 + 24 * wave(share, 3)
    return sheet(
      tall.width,
      tall.height,
      ['#231a2c', '#3b2637', '#5a3230'],
      [
        `<circle cx="360" cy="700" r="${400 + 24 * wave(share, 2)}" fill="#ffb35c" opacity=".14"/>`,
        `<circle cx="360" cy="700" r="${230 + 16 * wave(share, 3)}" fill="#ffcf8a" opacity=".2"/>`,
        '<rect x="270" y="800" width="180" height="330" rx="22" fill="#f6ead8"/><ellipse cx="360" cy="800" rx="90" ry="24" fill="#fff6e6"/>',
        '<rect x="355" y="752" width="10" height="52" rx="5" fill="#4a3530"/>',
        `<path fill="#ffb03a" d="M360 ${tip} C ${300 + lean} 680, 296 772, 360 776 C 424 772, ${420 + lean} 680, ${360 + lean} ${tip}Z"/>`,
        `<path fill="#fff0bd" d="M360 ${tip + 90} C ${330 + lean / 2} 710, 326 770, 360 772 C 394 770, ${390 + lean / 2} 710, 360 ${tip + 90}Z"/>`,
        '<rect y="1130" width="720" height="150" fill="#2a1c20"/><ellipse cx="360" cy="1136" rx="210" ry="34" fill="#7a5a3c"/>',
      ].join(''),
    )
  },
}

const fallingSnow: MovingScene = {
  ...wide,
  draw: (share) =>
    sheet(
      wide.width,
      wide.height,
      ['#39456f', '#7784b0', '#c9cfe6'],
      [
        band(1280, 720, 470, 46, 0.1, '#8f9cc4'),
        band(1280, 720, 560, 30, 0.4, '#dfe5f5'),
        '<g fill="#4a3a3f"><rect x="520" y="470" width="250" height="130"/></g><polygon fill="#f4f7ff" points="480,480 645,376 810,480"/>',
        `<rect x="560" y="508" width="60" height="54" fill="#ffcf80" opacity="${0.86 + 0.1 * wave(share, 2)}"/><rect x="672" y="508" width="60" height="54" fill="#ffcf80" opacity="${0.86 + 0.1 * wave(share, 2, 0.3)}"/>`,
        band(1280, 720, 620, 18, 0.2, '#f4f7ff'),
        many(150, 'snow', (random) => {
          const [x, from, size, phase] = [random() * 1280, random(), 2 + random() * 5, random()]
          const y = ((from + share) % 1) * 780 - 30
          return `<circle cx="${x + 22 * wave(share, 1, phase)}" cy="${y}" r="${size}" fill="#fff" opacity=".85"/>`
        }),
      ].join(''),
    ),
}

const fireworkNight: MovingScene = {
  ...tall,
  draw: (share) =>
    sheet(
      tall.width,
      tall.height,
      ['#0b0f2b', '#191f4a', '#33305f'],
      [
        ...[
          [210, 360, 0, '#ff9a76'],
          [510, 260, 0.35, '#9fd8ff'],
          [370, 560, 0.68, '#ffe08a'],
        ].map(([cx, cy, begins, colour]) => {
          const age = (share - Number(begins) + 1) % 1
          const radius = 220 * Math.sqrt(age)
          return Array.from({ length: 26 }, (_, at) => {
            const angle = (turn * at) / 26
            const [x, y] = [
              Number(cx) + radius * Math.cos(angle),
              Number(cy) + radius * Math.sin(angle) + 90 * age * age,
            ]
            return `<circle cx="${x}" cy="${y}" r="${7 - 5 * age}" fill="${colour}" opacity="${Math.max(0, 1 - age * 1.25)}"/>`
          }).join('')
        }),
        band(720, 1280, 1010, 24, 0.15, '#141736'),
        many(
          26,
          'town',
          (random) =>
            `<rect x="${random() * 720}" y="${1060 + random() * 190}" width="12" height="12" fill="#ffd9a0" opacity=".7"/>`,
        ),
      ].join(''),
    ),
}

const steamingTea: MovingScene = {
  ...tall,
  draw: (share) =>
    sheet(
      tall.width,
      tall.height,
      ['#fff6ea', '#fdebd3', '#f3d9b8'],
      [
        ...[-70, 0, 70].map((shift, at) => {
          const swing = 34 * wave(share, 1, at / 3)
          return `<path d="M${360 + shift} 640 C ${360 + shift + swing} 560, ${360 + shift - swing} 480, ${360 + shift + swing / 2} 380" fill="none" stroke="#d8c3a4" stroke-width="16" stroke-linecap="round" opacity="${0.4 + 0.18 * wave(share, 1, at / 3 + 0.2)}"/>`
        }),
        '<path d="M170 690 H550 C550 890, 480 960, 360 960 C240 960, 170 890, 170 690Z" fill="#7fa5a0"/><ellipse cx="360" cy="690" rx="190" ry="40" fill="#97bab4"/><ellipse cx="360" cy="694" rx="164" ry="30" fill="#b5783f"/>',
        '<path d="M540 740 C640 730, 640 880, 505 880" fill="none" stroke="#7fa5a0" stroke-width="30"/>',
        '<ellipse cx="360" cy="984" rx="250" ry="34" fill="#e8cfa8"/>',
      ].join(''),
    ),
}

const nightTrain: MovingScene = {
  ...wide,
  draw: (share) =>
    sheet(
      wide.width,
      wide.height,
      ['#141a3c', '#28306a', '#5a4d86'],
      [
        band(1280, 720, 430, 40, share, '#222957'),
        many(34, 'lights', (random) => {
          const [from, y, size] = [random(), 400 + random() * 170, 5 + random() * 8]
          const x = 1_400 - ((from + share) % 1) * 1_520
          return `<circle cx="${x}" cy="${y}" r="${size}" fill="${random() < 0.6 ? '#ffd58a' : '#9fd8ff'}" opacity=".85"/>`
        }),
        band(1280, 720, 590, 16, share * 2, '#171c42'),
        '<g fill="#0c0f28"><rect width="1280" height="56"/><rect y="640" width="1280" height="80"/><rect width="60" height="720"/><rect x="1220" width="60" height="720"/><rect x="622" width="36" height="720"/></g>',
        '<rect x="60" y="626" width="1160" height="16" fill="#7a6a5a"/>',
      ].join(''),
    ),
}

const floatingLanterns: MovingScene = {
  ...tall,
  draw: (share) =>
    sheet(
      tall.width,
      tall.height,
      ['#1b1741', '#3f2f6b', '#8a5a8c'],
      [
        many(13, 'lanterns', (random) => {
          const [x, from, size, phase] = [80 + random() * 560, random(), 26 + random() * 30, random()]
          const y = 1_400 - ((from + share) % 1) * 1_520
          const left = x + 26 * wave(share, 1, phase)
          return `<g opacity=".95"><circle cx="${left}" cy="${y}" r="${size * 2.1}" fill="#ffb35c" opacity=".15"/>
          <rect x="${left - size / 2}" y="${y - size * 0.7}" width="${size}" height="${size * 1.4}" rx="${size * 0.3}" fill="#ffb860"/>
          <rect x="${left - size * 0.3}" y="${y + size * 0.05}" width="${size * 0.6}" height="${size * 0.5}" rx="${size * 0.2}" fill="#fff0c2"/></g>`
        }),
        band(720, 1280, 1170, 20, 0.3, '#171334'),
      ].join(''),
    ),
}

export const movingScenes = {
  moonlitSea,
  rainyWindow,
  candle,
  fallingSnow,
  fireworkNight,
  steamingTea,
  nightTrain,
  floatingLanterns,
} as const
