/** Drawings of the demo's items: one shape on a soft ground, in the colours of its item. */

export const itemShapes = [
  'cup',
  'book',
  'plush',
  'camera',
  'shoes',
  'bag',
  'lamp',
  'plant',
  'clock',
  'headphones',
  'scarf',
  'plate',
  'candle',
  'game',
] as const
export type ItemShape = (typeof itemShapes)[number]

interface Colours {
  ground: string
  main: string
  dark: string
  light: string
}

const shapes: Record<ItemShape, (c: Colours) => string> = {
  cup: ({ main, dark, light }) => `
    <path d="M430 270h60a60 60 0 0 1 0 120h-60" fill="none" stroke="${dark}" stroke-width="28"/>
    <path d="M170 220h280v150a90 90 0 0 1-90 90H260a90 90 0 0 1-90-90z" fill="${main}"/>
    <ellipse cx="310" cy="220" rx="140" ry="28" fill="${light}"/><ellipse cx="310" cy="222" rx="116" ry="19" fill="${dark}" opacity=".55"/>
    <path d="M260 160c-16-22 16-36 0-60M330 160c-16-22 16-36 0-60" fill="none" stroke="${light}" stroke-width="10" stroke-linecap="round" opacity=".9"/>`,
  book: ({ main, dark, light }) => `
    <rect x="170" y="330" width="300" height="70" rx="8" fill="${dark}"/><rect x="186" y="344" width="284" height="42" fill="${light}"/>
    <rect x="150" y="250" width="300" height="80" rx="8" fill="${main}"/><rect x="166" y="266" width="284" height="48" fill="${light}"/>
    <g transform="rotate(-8 320 200)"><rect x="180" y="160" width="280" height="78" rx="8" fill="${dark}"/><path d="M220 160v78" stroke="${light}" stroke-width="6" opacity=".6"/></g>
    <rect x="130" y="400" width="380" height="16" rx="8" fill="${dark}" opacity=".25"/>`,
  plush: ({ main, dark, light }) => `
    <circle cx="225" cy="190" r="48" fill="${main}"/><circle cx="415" cy="190" r="48" fill="${main}"/><circle cx="225" cy="190" r="24" fill="${light}"/><circle cx="415" cy="190" r="24" fill="${light}"/>
    <ellipse cx="320" cy="410" rx="120" ry="104" fill="${main}"/><ellipse cx="320" cy="420" rx="72" ry="68" fill="${light}"/>
    <circle cx="320" cy="260" r="118" fill="${main}"/><ellipse cx="320" cy="296" rx="52" ry="40" fill="${light}"/>
    <circle cx="276" cy="246" r="11" fill="${dark}"/><circle cx="364" cy="246" r="11" fill="${dark}"/><ellipse cx="320" cy="280" rx="16" ry="11" fill="${dark}"/><path d="M320 291v14m-18 4q18 14 36 0" fill="none" stroke="${dark}" stroke-width="6" stroke-linecap="round"/>
    <ellipse cx="212" cy="440" rx="44" ry="36" fill="${main}"/><ellipse cx="428" cy="440" rx="44" ry="36" fill="${main}"/>`,
  camera: ({ main, dark, light }) => `
    <path d="M250 190l24-44h92l24 44z" fill="${dark}"/><rect x="140" y="186" width="360" height="244" rx="28" fill="${main}"/><rect x="140" y="240" width="360" height="120" fill="${dark}"/>
    <circle cx="320" cy="302" r="96" fill="${light}"/><circle cx="320" cy="302" r="74" fill="${dark}"/><circle cx="320" cy="302" r="46" fill="${main}"/><circle cx="300" cy="282" r="16" fill="#fff" opacity=".7"/>
    <rect x="420" y="204" width="48" height="22" rx="8" fill="${light}"/><circle cx="186" cy="214" r="13" fill="${light}"/>`,
  shoes: ({ main, dark, light }) => `
    <path d="M120 300c40 20 90 10 110-50l60 60 130 50c50 18 90 28 90 74H120z" fill="${main}"/><path d="M120 434h390v22a22 22 0 0 1-22 22H142a22 22 0 0 1-22-22z" fill="${light}"/>
    <path d="M262 288l-34 34m62-8l-34 34m66-10l-30 36m62-22l-26 36" stroke="${light}" stroke-width="12" stroke-linecap="round"/><path d="M120 300c40 20 90 10 110-50l18 18c-30 60-80 80-128 68z" fill="${dark}"/>`,
  bag: ({ main, dark, light }) => `
    <path d="M230 260v-30a90 90 0 0 1 180 0v30" fill="none" stroke="${dark}" stroke-width="22"/><path d="M160 250h320l30 220a24 24 0 0 1-24 28H154a24 24 0 0 1-24-28z" fill="${main}"/>
    <path d="M160 250h320l10 76H150z" fill="${dark}" opacity=".35"/><rect x="290" y="306" width="60" height="44" rx="10" fill="${light}"/>`,
  lamp: ({ main, dark, light }) => `
    <circle cx="320" cy="270" r="190" fill="${light}" opacity=".45"/><path d="M250 160h140l62 150H188z" fill="${main}"/><path d="M250 160h140l12 30H238z" fill="${light}" opacity=".7"/>
    <rect x="310" y="310" width="20" height="150" fill="${dark}"/><ellipse cx="320" cy="470" rx="96" ry="24" fill="${dark}"/>`,
  plant: ({ main, dark, light }) => `
    <path d="M320 340c-10-90-90-140-150-130 0 80 70 130 150 130zm0 0c0-110 60-190 140-200 10 100-60 190-140 200zm0 10c-20-100-10-180 0-240 40 70 40 170 0 240z" fill="${main}"/>
    <path d="M220 340h200l-24 130a24 24 0 0 1-24 20H268a24 24 0 0 1-24-20z" fill="${light}"/><rect x="206" y="320" width="228" height="44" rx="12" fill="${dark}"/>`,
  clock: ({ main, dark, light }) => `
    <circle cx="320" cy="310" r="180" fill="${main}"/><circle cx="320" cy="310" r="148" fill="${light}"/><path d="M320 310V206M320 310l70 44" stroke="${dark}" stroke-width="16" stroke-linecap="round"/><circle cx="320" cy="310" r="14" fill="${dark}"/>
    <path d="M320 180v14M320 426v14M190 310h14M436 310h14" stroke="${dark}" stroke-width="10" stroke-linecap="round"/>`,
  headphones: ({ main, dark, light }) => `
    <path d="M160 360v-40a160 160 0 0 1 320 0v40" fill="none" stroke="${dark}" stroke-width="30" stroke-linecap="round"/><rect x="124" y="330" width="92" height="140" rx="42" fill="${main}"/><rect x="424" y="330" width="92" height="140" rx="42" fill="${main}"/>
    <rect x="196" y="344" width="34" height="112" rx="17" fill="${light}"/><rect x="410" y="344" width="34" height="112" rx="17" fill="${light}"/>`,
  scarf: ({ main, dark, light }) => `
    <path d="M180 200c90-60 190-60 280 0 20 60-20 110-140 110s-160-50-140-110z" fill="${main}"/><path d="M250 280l-30 200h110l20-180z" fill="${main}"/><path d="M350 290l40 190h-90l-10-180z" fill="${dark}"/>
    <path d="M226 440h108M232 410h104M306 440h76" stroke="${light}" stroke-width="14"/><path d="M200 230c80 50 160 50 240 0" fill="none" stroke="${light}" stroke-width="14"/>
    <path d="M226 480v28m26-28v28m26-28v28m26-28v28m26-28v28" stroke="${main}" stroke-width="8"/>`,
  plate: ({ main, dark, light }) => `
    <circle cx="320" cy="310" r="190" fill="${main}"/><circle cx="320" cy="310" r="164" fill="${light}"/><circle cx="320" cy="310" r="112" fill="none" stroke="${dark}" stroke-width="6" opacity=".5"/>
    <path d="M320 170c30 30 30 60 0 80-30-20-30-50 0-80zm0 200c30 20 30 50 0 80-30-30-30-60 0-80zM180 310c30-30 60-30 80 0-20 30-50 30-80 0zm200 0c20-30 50-30 80 0-30 30-60 30-80 0z" fill="${main}"/>`,
  candle: ({ main, dark, light }) => `
    <circle cx="320" cy="200" r="120" fill="${light}" opacity=".5"/><path d="M320 130c36 44 34 84 0 90-34-6-36-46 0-90z" fill="#f2b75e"/><rect x="314" y="216" width="12" height="34" fill="${dark}"/>
    <rect x="210" y="250" width="220" height="220" rx="24" fill="${main}"/><rect x="240" y="310" width="160" height="96" rx="10" fill="${light}"/><path d="M266 345h108M286 372h68" stroke="${dark}" stroke-width="9" stroke-linecap="round"/>`,
  game: ({ main, dark, light }) => `
    <path d="M210 220h220a110 110 0 0 1 108 132l-14 72c-12 56-80 62-104 12l-20-42H240l-20 42c-24 50-92 44-104-12l-14-72a110 110 0 0 1 108-132z" fill="${main}"/>
    <path d="M206 290h30v-30h34v30h30v34h-30v30h-34v-30h-30z" fill="${dark}"/><circle cx="424" cy="274" r="17" fill="${light}"/><circle cx="464" cy="312" r="17" fill="${dark}"/><circle cx="384" cy="312" r="17" fill="${dark}"/><circle cx="424" cy="350" r="17" fill="${light}"/>`,
}

const palettes: readonly Colours[] = [
  { ground: '#f3e9dd', main: '#5b7fa6', dark: '#2c3e5c', light: '#e8eef5' },
  { ground: '#e9eef0', main: '#c8624f', dark: '#6d2f2a', light: '#f7e4dc' },
  { ground: '#efe6ee', main: '#8a6bab', dark: '#43315f', light: '#ece3f5' },
  { ground: '#e6efe6', main: '#6b9a74', dark: '#2f5140', light: '#e4f0e2' },
  { ground: '#f5ecd7', main: '#d49a3f', dark: '#70491c', light: '#fbf0d6' },
  { ground: '#f4e4e2', main: '#d98c94', dark: '#7d3c48', light: '#fbeaea' },
  { ground: '#e4e7ee', main: '#4d5870', dark: '#232a3b', light: '#cfd6e4' },
]

/** A picture of 640 by 640. */
export const itemPicture = (shape: ItemShape, palette: number, isDetail = false): string => {
  const colours = palettes[palette % palettes.length] as Colours
  const drawn = shapes[shape](colours)
  const placed = isDetail ? `<g transform="translate(-160 -140) scale(1.5)">${drawn}</g>` : drawn
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640"><rect width="640" height="640" fill="${colours.ground}"/><ellipse cx="320" cy="510" rx="230" ry="30" fill="${colours.dark}" opacity=".12"/>${placed}</svg>`
}
