import type { CallKind, CallRole, CallSnapshot, EndReason } from '#contract/calls/calls.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { isAtOrBelow } from './call-pages.ts'
import { isExcludedPage } from './ringing/polling.ts'
import { type CallType, callTypeOf, callTypes, endMessage } from './texts.ts'

/** Specification 4 and 9: a call of this length or more asks for a review first. */
export const reviewThresholdSec = 60

const callEndedTypes = ['pointless', 'withChatButton', 'others'] as const
export type CallEndedType = (typeof callEndedTypes)[number]

/**
 * Specification 3, call-ended info in session storage; the last four fields are ours and may be missing
 * there.
 */
export interface CallEndedInfo {
  type: CallEndedType
  message: string
  partnerId: string
  callDurationSec: number
  callType: CallType
  /** The call whose receipt can be shown; null when no call took place. */
  callId: string | null
  role: CallRole
  /** A call of less than a second has cost an increment too, so the duration can't say this. */
  isConnected: boolean
  /** The caller's random call: there is a next member to talk with. */
  isRandom: boolean
}

/** product.md 3.11. */
const endedTypes = {
  declined: 'withChatButton',
  missed: 'withChatButton',
  busy: 'withChatButton',
  byBroadcaster: 'withChatButton',
  pointless: 'pointless',
  cancelled: 'others',
  failed: 'others',
  byCaller: 'others',
  connectionLost: 'others',
  byOperator: 'others',
  serverRecovery: 'others',
} as const satisfies Record<EndReason, CallEndedType>

/** A broadcaster is never asked to buy points: for the broadcaster an empty wallet is an ordinary end. */
const callEndedType = (reason: EndReason, role: CallRole): CallEndedType => {
  const type = endedTypes[reason]
  return type === 'pointless' && role === 'broadcaster' ? 'others' : type
}

/** What a screen stores when its call has ended; null while it runs. */
export const callEndedInfo = (call: CallSnapshot): CallEndedInfo | null => {
  if (call.endReason === null) return null
  return {
    type: callEndedType(call.endReason, call.role),
    message: endMessage(call.endReason, call),
    partnerId: call.partner.id,
    callDurationSec: call.callDurationSec,
    callType: callTypeOf(call),
    callId: call.callId,
    role: call.role,
    isConnected: call.connectedAt !== null,
    isRandom: call.origin === 'random' && call.role === 'caller',
  }
}

/** Whether this side declined the ring, here or on another device: such a member knows it and reads no modal. */
export const isOwnDecline = (call: Pick<CallSnapshot, 'endReason' | 'dialled'>): boolean =>
  call.endReason === 'declined' && !call.dialled

/** Refusals of a ring or an answer that count as an end of that reason. */
const refusalEnds = { insufficientPoints: 'pointless', callPartnerBusy: 'busy' } as const satisfies Partial<
  Record<RefusalCode, EndReason>
>

/** The call-ended info of a call that never took place; null for refusals that the screen itself explains. */
export const refusedInfo = (
  code: string,
  call: Pick<CallSnapshot, 'kind' | 'origin' | 'dialled'> & { partnerId: string; role: CallRole },
): CallEndedInfo | null => {
  if (code !== 'insufficientPoints' && code !== 'callPartnerBusy') return null
  const reason = refusalEnds[code]
  return {
    type: callEndedType(reason, call.role),
    message: endMessage(reason, { ...call, connectedAt: null }),
    partnerId: call.partnerId,
    callDurationSec: 0,
    callType: callTypeOf(call),
    callId: null,
    role: call.role,
    isConnected: false,
    isRandom: false,
  }
}

/** Specification 3, post-call state, has chat and purchase. `redial` calls the partner again, `next` somebody else. */
export type PostCallAction = 'chat' | 'purchase' | 'redial' | 'next'

export interface PostCallView {
  message: string
  /** The main button. */
  action: PostCallAction
  /** The buttons beside the favourite toggle. */
  furtherActions: readonly PostCallAction[]
  pointless: boolean
  callDurationSec: number
  callType: CallType
  /** What `redial` calls by. */
  kind: CallKind
}

const forCallers: readonly PostCallAction[] = ['next', 'purchase']

/**
 * What to do next. The two special types have the specified main button; after any other end of a random call it is
 * the next member. All other actions that fit follow; Specification 2 has a message and points among them after every
 * end. Without points a call can't begin again.
 */
const actionsOf = ({
  type,
  role,
  isRandom,
  isConnected,
}: CallEndedInfo): Pick<PostCallView, 'action' | 'furtherActions'> => {
  if (type === 'pointless') return { action: 'purchase', furtherActions: ['chat'] }
  const hasNext = isRandom && isConnected
  const action = hasNext && type === 'others' ? 'next' : 'chat'
  const fitting: PostCallAction[] = ['chat', ...(hasNext ? (['next'] as const) : []), 'redial', 'purchase']
  return {
    action,
    furtherActions: fitting.filter(
      (one) => one !== action && (role === 'caller' || !forCallers.includes(one)),
    ),
  }
}

/** The call types by voice; all others are by video. */
const voiceTypes: readonly CallType[] = ['voiceCallFromOutgoing', 'voiceCall']

export const postCallView = (info: CallEndedInfo): PostCallView => ({
  message: info.message,
  ...actionsOf(info),
  pointless: info.type === 'pointless',
  callDurationSec: info.callDurationSec,
  callType: info.callType,
  kind: voiceTypes.includes(info.callType) ? 'voice' : 'video',
})

/** Specification 4, post-call modal state. */
export type PostCallState =
  | { modal: 'none' }
  | { modal: 'review'; info: CallEndedInfo }
  | { modal: 'callEnded'; info: CallEndedInfo }

export type PostCallEvent =
  /** `reviewAsked`: the review of this call was shown before a reload, and isn't shown again. */
  | { type: 'callEnded'; info: CallEndedInfo; reviewAsked: boolean }
  /** Closed or submitted: both lead to callEnded. */
  | { type: 'reviewDone' }
  | { type: 'callEndedClosed' }
  /** From either modal: everything about the call closes. */
  | { type: 'partnerBlocked' }
  /** A link of either modal leads to another page. */
  | { type: 'left' }

/**
 * Whether the modals open on a page. On those of calls they wait for the next page; the entrance of a live room is one
 * to which a live call leads back.
 */
export const opensModalsOn = (pathname: string, { callType }: Pick<CallEndedInfo, 'callType'>): boolean =>
  !isExcludedPage(pathname) ||
  (isAtOrBelow(pathname, '/profile/channel') && callType === 'videoChatFromOutgoing')

export const noPostCall: PostCallState = { modal: 'none' }

/**
 * One step of the post-call modal; only callers review. An event that doesn't fit the state changes nothing.
 */
export const postCallStep = (state: PostCallState, event: PostCallEvent): PostCallState => {
  switch (event.type) {
    case 'callEnded': {
      const showsReview =
        event.info.role === 'caller' && event.info.callDurationSec >= reviewThresholdSec && !event.reviewAsked
      return { modal: showsReview ? 'review' : 'callEnded', info: event.info }
    }
    case 'reviewDone':
      return state.modal === 'review' ? { modal: 'callEnded', info: state.info } : state
    case 'callEndedClosed':
      return state.modal === 'callEnded' ? noPostCall : state
    case 'partnerBlocked':
    case 'left':
      return noPostCall
  }
}

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  values.some((candidate) => candidate === value)

/**
 * Defaults of our own fields, which the five specified ones leave open: the info of a caller, without a call
 * id.
 */
const ownFields = (
  { callId, role, isConnected, isRandom }: Record<string, unknown>,
  callDurationSec: number,
): Pick<CallEndedInfo, 'callId' | 'role' | 'isConnected' | 'isRandom'> => ({
  callId: typeof callId === 'string' ? callId : null,
  role: role === 'broadcaster' ? 'broadcaster' : 'caller',
  isConnected: typeof isConnected === 'boolean' ? isConnected : callDurationSec > 0,
  isRandom: isRandom === true,
})

/**
 * Reads stored call-ended info. The five specified fields are enough. Null when one of them is missing, as in
 * what another version stored or somebody edited.
 */
export const parseCallEndedInfo = (stored: string | null): CallEndedInfo | null => {
  if (stored === null) return null
  try {
    const value: unknown = JSON.parse(stored)
    if (typeof value !== 'object' || value === null) return null
    const fields = value as Record<string, unknown>
    const { type, message, partnerId, callDurationSec, callType } = fields
    const fits =
      isOneOf(callEndedTypes, type) &&
      typeof message === 'string' &&
      typeof partnerId === 'string' &&
      typeof callDurationSec === 'number' &&
      isOneOf(callTypes, callType)
    if (!fits) return null
    const specified = { type, message, partnerId, callDurationSec, callType }
    return { ...specified, ...ownFields(fields, callDurationSec) }
  } catch {
    return null
  }
}
