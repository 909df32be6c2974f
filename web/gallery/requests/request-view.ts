import type { ImageRequest } from '#contract/gallery/requests.ts'

const hourMs = 3_600_000

/** What a request's card says and offers on the viewer's side. */
export interface RequestView {
  state: string
  isOpen: boolean
  /** The viewer is expected to act. */
  isAsked: boolean
  mayAccept: boolean
  mayDeliver: boolean
  mayDecline: boolean
  mayCancel: boolean
}

/** The time that is left, rounded down, so that nobody counts on an hour that isn't there. */
export const timeLeft = (expiresAt: string, now: number): string => {
  const ms = Date.parse(expiresAt) - now
  if (ms < hourMs) return `あと${Math.max(1, Math.floor(ms / 60_000))}分`
  return ms < 72 * hourMs ? `あと${Math.floor(ms / hourMs)}時間` : `あと${Math.floor(ms / (24 * hourMs))}日`
}

const endedTexts = {
  caller: {
    delivered: '届きました',
    declined: '見送られました（ポイントは戻りました）',
    cancelled: '取り消されました（ポイントは戻りました）',
    expired: '期限が過ぎました（ポイントは戻りました）',
  },
  broadcaster: {
    delivered: '届けました',
    declined: '見送りました',
    cancelled: '取り消されました',
    expired: '期限が過ぎました',
  },
} as const

/** A request whose time is over is shown as expired, also before the server has ended it. */
export const requestView = (
  { side, phase, expiresAt }: Pick<ImageRequest, 'side' | 'phase' | 'expiresAt'>,
  now: number,
): RequestView => {
  const nothing = {
    isOpen: false,
    isAsked: false,
    mayAccept: false,
    mayDeliver: false,
    mayDecline: false,
    mayCancel: false,
  }
  if (phase !== 'open' && phase !== 'accepted') return { ...nothing, state: endedTexts[side][phase] }
  if (Date.parse(expiresAt) <= now) return { ...nothing, state: '期限が過ぎました' }
  const left = timeLeft(expiresAt, now)
  if (side === 'caller')
    return {
      ...nothing,
      isOpen: true,
      state: `${phase === 'open' ? '返事を待っています' : '承諾されました'}・${left}`,
      mayCancel: phase === 'open',
    }
  return {
    ...nothing,
    isOpen: true,
    isAsked: true,
    state: `${phase === 'open' ? '新しいリクエスト' : 'お届けを待っています'}・${left}`,
    mayAccept: phase === 'open',
    mayDeliver: true,
    mayDecline: true,
  }
}
