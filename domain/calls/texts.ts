import type { CallKind, CallOrigin, CallRole, CallSnapshot, EndReason } from '#contract/calls/calls.ts'
import { partnerPays } from './partner-pays.ts'

/** Specification 3, call types. */
export const callTypes = [
  'videoCallFromStandby',
  'live',
  'sideWatch',
  'videoCallFromOutgoing',
  'voiceCallFromOutgoing',
  'videoChatFromOutgoing',
  'videoCallFromIncoming',
  'videoChatFromIncoming',
  'voiceCall',
] as const
export type CallType = (typeof callTypes)[number]

export interface CallTexts {
  /** On the button that starts or answers the call; the price follows it. */
  actionButton: string
  /** While the call runs. */
  status: string
  /** Before the call starts; the screen itself says who calls and of which kind. */
  prompt: string
  /** Asked before a member leaves the call. */
  stopModal: string
  endedBeforeCall: string
  endedByBroadcaster: string
  endedByCaller: string
}

interface CallTypeEntry {
  /** Specification 9, call constant: points per minute unless the broadcaster set an own rate. */
  pricePointsPerMin: 200 | 140
  caller: CallTexts
  broadcaster: CallTexts
}

const onlyWhatWasUsed = 'ポイントがかかるのは、ここまでの分だけです。'

/** @param what the name of the kind @param short its name in the sentence about the other side's end: 通話 */
const callerEnds = (what: string, short = '通話') => ({
  endedBeforeCall: `${what}がつながる前に終了しました。ポイントはかかっていません。`,
  endedByBroadcaster: `お相手が${short}を終了しました。`,
  endedByCaller: `${what}を終了しました。`,
})

const broadcasterEnds = (what: string, short = '通話') => ({
  endedBeforeCall: `${what}がつながる前に終了しました。`,
  endedByBroadcaster: `${what}を終了しました。`,
  endedByCaller: `お相手が${short}を終了しました。`,
})

/** Every call type's price and texts, for either side. */
export const callTypeTable = {
  videoCallFromStandby: {
    pricePointsPerMin: 200,
    caller: {
      actionButton: 'いますぐビデオ通話',
      status: 'ビデオ通話中',
      prompt: 'いま待機中のお相手につなぎます。映像が届いてからポイントがかかります。',
      stopModal: `ビデオ通話を終えますか？${onlyWhatWasUsed}`,
      ...callerEnds('ビデオ通話'),
    },
    broadcaster: {
      actionButton: 'ビデオで応答する',
      status: 'ビデオ通話中',
      prompt: partnerPays,
      stopModal: 'ビデオ通話を終えますか？お相手との通話が終了します。',
      ...broadcasterEnds('ビデオ通話'),
    },
  },
  live: {
    pricePointsPerMin: 200,
    caller: {
      actionButton: 'ビデオチャットで話す',
      status: 'ビデオチャット中',
      prompt: '配信中のお相手と1対1で話せます。ほかの方は視聴のみです。',
      stopModal: `ビデオチャットを終えますか？${onlyWhatWasUsed}`,
      ...callerEnds('ビデオチャット', 'ビデオチャット'),
    },
    broadcaster: {
      actionButton: '配信をはじめる',
      status: '配信中',
      prompt: '配信をはじめると、お待ちの方にお知らせが届きます。',
      stopModal: '配信を終えますか？視聴中の方への配信も終わります。',
      endedBeforeCall: '配信がはじまる前に終了しました。',
      endedByBroadcaster: '配信を終了しました。',
      endedByCaller: 'お相手がビデオチャットを終了しました。',
    },
  },
  sideWatch: {
    pricePointsPerMin: 200,
    caller: {
      actionButton: '配信を見る',
      status: '視聴中',
      prompt: 'あなたの映像と声は、だれにも届きません。',
      stopModal: `視聴を終えますか？${onlyWhatWasUsed}`,
      endedBeforeCall: '視聴がはじまる前に終了しました。ポイントはかかっていません。',
      endedByBroadcaster: '配信が終了しました。',
      endedByCaller: '視聴を終了しました。',
    },
    broadcaster: {
      actionButton: '視聴を受け付ける',
      status: '視聴中の方がいます',
      prompt: '視聴する方の映像と声は、あなたに届きません。',
      stopModal: '視聴の受け付けを終えますか？視聴中の方への配信も終わります。',
      endedBeforeCall: '視聴がはじまる前に終了しました。',
      endedByBroadcaster: '視聴の受け付けを終了しました。',
      endedByCaller: '視聴が終了しました。',
    },
  },
  videoCallFromOutgoing: {
    pricePointsPerMin: 200,
    caller: {
      actionButton: 'ビデオ通話をかける',
      status: 'ビデオ通話中',
      prompt: 'お相手の映像が届いてからポイントがかかります。',
      stopModal: `ビデオ通話を終えますか？${onlyWhatWasUsed}`,
      ...callerEnds('ビデオ通話'),
    },
    broadcaster: {
      actionButton: 'ビデオ通話をかける',
      status: 'ビデオ通話中',
      prompt: partnerPays,
      stopModal: 'ビデオ通話を終えますか？お相手との通話が終了します。',
      ...broadcasterEnds('ビデオ通話'),
    },
  },
  voiceCallFromOutgoing: {
    pricePointsPerMin: 140,
    caller: {
      actionButton: '音声通話をかける',
      status: '音声通話中',
      prompt: 'お相手の声が届いてからポイントがかかります。',
      stopModal: `音声通話を終えますか？${onlyWhatWasUsed}`,
      ...callerEnds('音声通話'),
    },
    broadcaster: {
      actionButton: '音声通話をかける',
      status: '音声通話中',
      prompt: partnerPays,
      stopModal: '音声通話を終えますか？お相手との通話が終了します。',
      ...broadcasterEnds('音声通話'),
    },
  },
  videoChatFromOutgoing: {
    pricePointsPerMin: 200,
    caller: {
      actionButton: 'ビデオチャットを申し込む',
      status: 'ビデオチャット中',
      prompt: '配信中のお相手に申し込みます。映像が届いてからポイントがかかります。',
      stopModal: `ビデオチャットを終えますか？${onlyWhatWasUsed}`,
      ...callerEnds('ビデオチャット', 'ビデオチャット'),
    },
    broadcaster: {
      actionButton: 'ビデオチャットに招く',
      status: 'ビデオチャット中',
      prompt: partnerPays,
      stopModal: 'ビデオチャットを終えますか？配信はそのまま続きます。',
      ...broadcasterEnds('ビデオチャット', 'ビデオチャット'),
    },
  },
  videoCallFromIncoming: {
    pricePointsPerMin: 200,
    caller: {
      actionButton: '応答する',
      status: 'ビデオ通話中',
      prompt: 'お相手の映像が届いてからポイントがかかります。',
      stopModal: `ビデオ通話を終えますか？${onlyWhatWasUsed}`,
      ...callerEnds('ビデオ通話'),
    },
    broadcaster: {
      actionButton: '応答する',
      status: 'ビデオ通話中',
      prompt: partnerPays,
      stopModal: 'ビデオ通話を終えますか？お相手との通話が終了します。',
      ...broadcasterEnds('ビデオ通話'),
    },
  },
  videoChatFromIncoming: {
    pricePointsPerMin: 200,
    caller: {
      actionButton: '応答する',
      status: 'ビデオチャット中',
      prompt: 'ビデオチャットへの招待です。映像が届いてからポイントがかかります。',
      stopModal: `ビデオチャットを終えますか？${onlyWhatWasUsed}`,
      ...callerEnds('ビデオチャット', 'ビデオチャット'),
    },
    broadcaster: {
      actionButton: '応答する',
      status: 'ビデオチャット中',
      prompt: '配信中のあなたへの、ビデオチャットの申し込みです。',
      stopModal: 'ビデオチャットを終えますか？配信はそのまま続きます。',
      ...broadcasterEnds('ビデオチャット', 'ビデオチャット'),
    },
  },
  voiceCall: {
    pricePointsPerMin: 140,
    caller: {
      actionButton: '応答する',
      status: '音声通話中',
      prompt: 'お相手の声が届いてからポイントがかかります。',
      stopModal: `音声通話を終えますか？${onlyWhatWasUsed}`,
      ...callerEnds('音声通話'),
    },
    broadcaster: {
      actionButton: '応答する',
      status: '音声通話中',
      prompt: partnerPays,
      stopModal: '音声通話を終えますか？お相手との通話が終了します。',
      ...broadcasterEnds('音声通話'),
    },
  },
} as const satisfies Record<CallType, CallTypeEntry>

/** The type of a call, from how it began. A random call is one from standby (product.md 3.18). */
export const callTypeOf = (call: { kind: CallKind; dialled: boolean; origin: CallOrigin }): CallType => {
  if (call.origin === 'sideWatch') return 'sideWatch'
  if (call.origin === 'live') return call.dialled ? 'videoChatFromOutgoing' : 'videoChatFromIncoming'
  if (call.origin !== 'direct') return 'videoCallFromStandby'
  if (call.dialled) return call.kind === 'video' ? 'videoCallFromOutgoing' : 'voiceCallFromOutgoing'
  return call.kind === 'video' ? 'videoCallFromIncoming' : 'voiceCall'
}

export const callTextsFor = (callType: CallType, role: CallRole): CallTexts => callTypeTable[callType][role]

/** Ends before anybody was connected; the text depends on who dialled. */
const unansweredEnds = {
  declined: {
    dialler: 'お相手はいま応答できないようです。時間をおいてかけ直してみてください。',
    receiver: '着信に応答しませんでした。',
  },
  missed: {
    dialler: '応答がありませんでした。時間をおいてかけ直してみてください。',
    receiver: '着信に応答できませんでした。',
  },
  busy: {
    dialler: 'お相手はほかの方と通話中です。終わったころにかけ直してみてください。',
    receiver: 'ほかの通話中に着信がありました。',
  },
  cancelled: {
    dialler: '発信を取り消しました。',
    receiver: 'お相手が発信を取り消しました。',
  },
} as const satisfies Partial<Record<EndReason, Record<'dialler' | 'receiver', string>>>

/** product.md 3.3: all that a broadcaster reads about a caller who could not be reached. */
export const notConnected = 'つながりませんでした'

const notBegun = { 通話: '通話をつなげませんでした。', 視聴: '視聴をはじめられませんでした。' } as const

/** Ends by the system; the text depends on who pays. @param what what ended: a visit of a live room is no call */
const systemEnds = (what: keyof typeof notBegun) =>
  ({
    failed: {
      caller: `${notBegun[what]}ポイントはかかっていません。通信環境をご確認のうえ、もう一度お試しください。`,
      // product.md 3.3: a broadcaster doesn't learn why a caller could not be reached. The title says that the
      // call wasn't connected.
      broadcaster: '時間をおいて、かけ直してみてください。',
    },
    pointless: {
      caller: `ポイントがなくなったため、${what}を終了しました。`,
      broadcaster: 'お相手がご利用になれる時間が終わりました。',
    },
    connectionLost: {
      caller: `通信が途切れたため、${what}を終了しました。途切れていた間のポイントはかかっていません。`,
      broadcaster: `通信が途切れたため、${what}を終了しました。`,
    },
    byOperator: {
      caller: `運営の操作により、${what}を終了しました。`,
      broadcaster: `運営の操作により、${what}を終了しました。`,
    },
    serverRecovery: {
      caller: `サーバーの復旧作業のため、${what}を終了しました。ポイントの扱いは明細でご確認いただけます。`,
      broadcaster: `サーバーの復旧作業のため、${what}を終了しました。`,
    },
  }) satisfies Partial<Record<EndReason, Record<CallRole, string>>>

/** The sentence that one side reads when its call has ended. */
export const endMessage = (
  reason: EndReason,
  call: Pick<CallSnapshot, 'kind' | 'origin' | 'dialled' | 'role' | 'connectedAt'>,
): string => {
  const what = call.origin === 'sideWatch' ? '視聴' : '通話'
  switch (reason) {
    case 'byCaller':
    case 'byBroadcaster': {
      const texts = callTextsFor(callTypeOf(call), call.role)
      if (call.connectedAt === null) return texts.endedBeforeCall
      return reason === 'byCaller' ? texts.endedByCaller : texts.endedByBroadcaster
    }
    case 'declined':
    case 'missed':
    case 'busy':
    case 'cancelled':
      return unansweredEnds[reason][call.dialled ? 'dialler' : 'receiver']
    case 'pointless':
      if (call.connectedAt === null && call.role === 'caller')
        return `${what}をはじめるには、6秒分以上のポイントが必要です。`
      return systemEnds(what).pointless[call.role]
    case 'failed':
    case 'connectionLost':
    case 'byOperator':
    case 'serverRecovery':
      return systemEnds(what)[reason][call.role]
  }
}

/** The stop-modal text begins with a question; the rest is the consequence. */
export const stopTexts = ({ stopModal }: Pick<CallTexts, 'stopModal'>) => {
  const end = stopModal.indexOf('？') + 1
  return { question: stopModal.slice(0, end), consequence: stopModal.slice(end) }
}
