/**
 * The quality of a running call's line, from the browser's counters (getStats), and the sentence for each
 * state in one table. web/calls/media/link-quality.ts counts.
 */

const lineLevels = ['good', 'fair', 'poor'] as const
export type LineLevel = (typeof lineLevels)[number]

/**
 * What arrived in an interval of about 2 s; null where this browser, or this kind of call, doesn't count it.
 */
export interface IntervalStats {
  /** Of the packets of the interval. */
  lossPercent: number | null
  /** Milliseconds to the media server and back. */
  roundTripMs: number | null
  /** Of the sound, in milliseconds: a picture’s packets come in bursts, which isn’t the network’s doing. */
  jitterMs: number | null
  /** Sound that was synthesised for what didn't arrive, of all that was played. */
  concealedPercent: number | null
  /** The picture's bits, in thousands a second. */
  videoKbps: number | null
  framesPerSecond: number | null
}

export type LineFigure = keyof IntervalStats

interface LineRow {
  /** Whether a higher or a lower value is worse. */
  worse: 'above' | 'below'
  /**
   * The last value of the level before: ITU-T G.114 for delay; for loss and frames, what a conversation
   * tolerates.
   */
  fair: number
  poor: number
  sentences: { fair: string; poor: string }
}

/** When several figures are equally bad, the first row of this order is named: sound before picture. */
export const lineTable = {
  concealedPercent: {
    worse: 'above',
    fair: 5,
    poor: 15,
    sentences: { fair: '音声がやや途切れています', poor: '音声が途切れています' },
  },
  lossPercent: {
    worse: 'above',
    fair: 2,
    poor: 8,
    sentences: { fair: '回線がやや不安定です', poor: '回線が不安定です' },
  },
  roundTripMs: {
    worse: 'above',
    fair: 300,
    poor: 600,
    sentences: { fair: '少し遅れて届いています', poor: '大きく遅れて届いています' },
  },
  jitterMs: {
    worse: 'above',
    fair: 50,
    poor: 120,
    sentences: { fair: '回線がやや揺れています', poor: '回線が大きく揺れています' },
  },
  framesPerSecond: {
    worse: 'below',
    fair: 12,
    poor: 5,
    sentences: { fair: '映像の動きがやや粗くなっています', poor: '映像が途切れています' },
  },
  videoKbps: {
    worse: 'below',
    fair: 80,
    poor: 30,
    sentences: { fair: '映像がやや粗くなっています', poor: '映像が粗くなっています' },
  },
} as const satisfies Record<LineFigure, LineRow>

const lineFigures = Object.keys(lineTable) as LineFigure[]

/**
 * A camera that is off sends black, which takes hardly any bits: then the picture says nothing about the
 * line.
 */
const pictureOffKbps = 15

export interface CallQuality {
  level: LineLevel
  /** The figure that causes the level; null while it is good. */
  because: LineFigure | null
  sentence: string
}

export const goodLine: CallQuality = { level: 'good', because: null, sentence: '回線は良好です' }

const levelOf = (figure: LineFigure, value: number): LineLevel => {
  const { worse, fair, poor } = lineTable[figure]
  const isPast = (limit: number) => (worse === 'above' ? value > limit : value < limit)
  if (isPast(poor)) return 'poor'
  return isPast(fair) ? 'fair' : 'good'
}

const rank = ({ level }: { level: LineLevel }): number => lineLevels.indexOf(level)

const isPicture = (figure: LineFigure): boolean => figure === 'videoKbps' || figure === 'framesPerSecond'

/** One interval's verdict: that of its worst figure. Null when nothing was counted. */
export const lineVerdict = (figures: IntervalStats): CallQuality | null => {
  const isPictureOff = figures.videoKbps !== null && figures.videoKbps < pictureOffKbps
  const counted = lineFigures.flatMap((figure) => {
    const value = figures[figure]
    if (value === null || (isPictureOff && isPicture(figure))) return []
    return [{ figure, level: levelOf(figure, value) }]
  })
  if (counted.length === 0) return null
  const worst = counted.reduce((one, other) => (rank(other) > rank(one) ? other : one))
  if (worst.level === 'good') return goodLine
  return {
    level: worst.level,
    because: worst.figure,
    sentence: lineTable[worst.figure].sentences[worst.level],
  }
}

/** What is shown, and how many intervals in a row said otherwise. */
export interface LineState {
  /** Null before the first verdict. */
  shown: CallQuality | null
  worse: number
  better: number
}

export const lineUnknown: LineState = { shown: null, worse: 0, better: 0 }

/** So many intervals in a row show a worse level; a single bad one doesn't. */
const stretchesToWorsen = 2
/** So many show a better level or another reason: otherwise an unsteady line would make the text flicker. */
const stretchesToRecover = 3

/** The state after one interval. The shown verdict stays the same object until it changes. */
export const lineStep = (state: LineState, verdict: CallQuality | null): LineState => {
  const { shown } = state
  if (verdict === null) return state
  if (shown === null) return { shown: verdict, worse: 0, better: 0 }
  if (verdict.level === shown.level && verdict.because === shown.because) {
    return { shown, worse: 0, better: 0 }
  }
  const isWorse = rank(verdict) > rank(shown)
  const worse = isWorse ? state.worse + 1 : 0
  const better = isWorse ? 0 : state.better + 1
  const changes = worse >= stretchesToWorsen || better >= stretchesToRecover
  return changes ? { shown: verdict, worse: 0, better: 0 } : { shown, worse, better }
}
