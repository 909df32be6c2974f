import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestOf } from '#contract/core/endpoint.ts'
import type { EndpointName, Endpoints } from '#contract/index.ts'
import { recommendedLists } from '#contract/people/people.ts'
import { searchSorts } from '#contract/people/search.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { chatSteps } from '../chat/chat-steps.ts'

let world: TestWorld
const { send } = chatSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

type MemberEndpoint = {
  [Name in EndpointName]: Endpoints[Name]['access'] extends 'operator' | 'operatorSession' ? never : Name
}[EndpointName]

/** How an endpoint behaves for a member when there is a block with the partner. */
interface Case {
  /** Answers as for an unknown member. */
  asNobody?: (partnerId: string, viewer: Person) => [MemberEndpoint, RequestOf<Endpoints[MemberEndpoint]>][]
  /** The partner was in the answer before, and isn't now. */
  hides?: (viewer: Person) => [MemberEndpoint, RequestOf<Endpoints[MemberEndpoint]>][]
}

const ask = <Name extends MemberEndpoint>(
  name: Name,
  input: RequestOf<Endpoints[Name]>,
): [MemberEndpoint, RequestOf<Endpoints[MemberEndpoint]>][] => [[name, input as never]]

/** About the viewer's own data, records of money and calls, or the safety control itself. */
const own: Case = {}

/**
 * Every endpoint of members: a new one doesn't compile until its behaviour behind a block is decided here.
 */
const behindBlock: Record<MemberEndpoint, Case> = {
  ready: own,
  getServiceStatus: own,
  proveIdentity: own,
  getDevices: own,
  getRecoveryCodeState: own,
  createRecoveryCode: own,
  signOutDevice: own,
  signOutOtherDevices: own,
  getLegalDocument: own,
  getAgreements: own,
  agree: own,
  getMessagePages: own,
  getMessagePage: own,
  getIdentityProofWays: own,
  getGoogleAccount: own,
  beginGoogleLink: own,
  beginGoogleIdentityProof: own,
  unlinkGoogle: own,
  getPasskeys: own,
  beginPasskeyRegistration: own,
  finishPasskeyRegistration: own,
  renamePasskey: own,
  deletePasskey: own,
  beginPasskeySignIn: own,
  beginPasskeyIdentityProof: own,
  proveIdentityByPasskey: own,
  passwordResetRequest: own,
  resetPwdForWeb: own,
  getMyProfile: own,
  updateUserInfo: own,
  getNotificationSettings: own,
  updateNotificationSettings: own,
  getSignInWays: own,
  sendConfirmEmail: own,
  cancelConfirmEmail: own,
  confirmMail: own,
  changePassword: own,
  getApplication: own,
  beginApplication: own,
  submitApplication: own,
  withdrawApplication: own,
  getRecommendedUsers: {
    hides: ({ viewer }) =>
      recommendedLists
        // The ranking by new favourites is cached for ten minutes; people-home.test.ts tests it.
        .filter((list) => list !== 'popular' && (viewer.role === 'caller' || list === 'favourites'))
        .flatMap((list) => ask('getRecommendedUsers', { list, limit: 60 })),
  },
  sendPhoneAuthCode: own,
  verifyPhoneAuthCode: own,
  getPhoneNumber: own,
  removePhoneNumber: own,
  // Callers are never found, by anybody.
  searchUsers: {
    hides: ({ viewer }) =>
      viewer.role === 'broadcaster'
        ? []
        : searchSorts.flatMap((sort) => ask('searchUsers', { sort, limit: 60 })),
  },
  getSearchTags: own,
  // Nobody is live before there are live rooms.
  getRecommendedLiveUsers: own,
  getBookmarks: { hides: () => ask('getBookmarks', {}) },
  getUserInfForWeb: { asNobody: (userId) => ask('getUserInfForWeb', { userId }) },
  getPartnerInfo: {
    asNobody: (partnerId, { id }) => ask('getPartnerInfo', { myId: id, partnerId }),
  },
  // Accepted, counted and never answered behind a block as without one: availability-requests.test.ts.
  getAvailabilityRequests: own,
  requestAvailability: own,
  cancelAvailability: own,
  addBookmark: {
    asNobody: (partnerId, { viewer }) => ask('addBookmark', { token: viewer.token, partnerId }),
  },
  deleteBookmark: {
    asNobody: (partnerId, { viewer }) => ask('deleteBookmark', { token: viewer.token, partnerId }),
  },
  postUserReview: {
    asNobody: (partnerId, { viewer }) =>
      ask('postUserReview', {
        target_user_id: partnerId,
        user_id: viewer.memberId,
        score: 5,
        description: '',
        token: viewer.token,
      }),
  },
  getUserReviews: { asNobody: (userId) => ask('getUserReviews', { userId }) },
  sendCallRequest: {
    asNobody: (partnerId) => ask('sendCallRequest', { callId: randomUUID(), partnerId, callType: 'video' }),
  },
  getListConversation: { hides: () => ask('getListConversation', {}) },
  getMoreChatHistory: {
    hides: () =>
      ask('getMoreChatHistory', { before: { lastAt: '2999-01-01T00:00:00Z', partnerId: '999999999999' } }),
  },
  getMoreMessages: {
    asNobody: (partnerId) => ask('getMoreMessages', { partnerId, from: { at: 'newest' } }),
  },
  markReads: { asNobody: (partnerId) => ask('markReads', { partnerId, upToSeq: 1 }) },
  sendTextMessage: {
    asNobody: (partnerId) =>
      ask('sendTextMessage', { messageId: randomUUID(), partnerId, text: 'こんばんは' }),
  },
  sendSticker: {
    asNobody: (partnerId) =>
      ask('sendSticker', { messageId: randomUUID(), partnerId, stickerId: 'lantern-smile' }),
  },
  sendImageFromWeb: {
    asNobody: (partnerId) => ask('sendImageFromWeb', { messageId: randomUUID(), partnerId, imageId: 'none' }),
  },
  sendVideoRequest: {
    asNobody: (partnerId) => ask('sendVideoRequest', { requestId: randomUUID(), partnerId }),
  },
  getNewChat: { hides: () => ask('getNewChat', { latestTimeStamp: 0 }) },
  // It hides what is hidden with its conversation: below.
  getUnreadCount: own,
  // By the id of an own message or call; the tests of chat cover the block.
  unseal: own,
  unsendMessage: own,
  sendAbsenceCallMessage: own,
  // By the id of a review, which names nobody: reviews.test.ts.
  answerUserReview: own,
  reportReview: own,
  // Bookings of the two are cancelled with the block and shown to neither: bookings.test.ts.
  getBookings: own,
  acceptBooking: own,
  declineBooking: own,
  counterBooking: own,
  cancelBooking: own,
  updateBookingSetting: own,
  getBookingOffer: { asNobody: (partnerId) => ask('getBookingOffer', { partnerId }) },
  proposeBooking: {
    asNobody: (partnerId) =>
      ask('proposeBooking', {
        bookingId: randomUUID(),
        partnerId,
        kind: 'video',
        minutes: 10,
        startsAt: '2999-01-01T00:00:00Z',
      }),
  },
  // A call between the two has ended with the block: safety-races.test.ts.
  checkIncomingCall: own,
  getMyCall: own,
  // Such a call is left out: calls-unseen-ends.test.ts.
  getUnseenCallEnd: own,
  markCallEndSeen: own,
  acceptCall: own,
  declineCall: own,
  cancelCall: own,
  endCall: own,
  askForVideo: own,
  answerVideoAsk: own,
  changeCallToVoice: own,
  // The matching leaves such a pair out: random-calls.test.ts.
  requestRandomCall: own,
  cancelRandomCall: own,
  beginVideoTest: own,
  endVideoTest: own,
  joinCall: own,
  getCall: own,
  getAgoraUid: own,
  getRtmLoginAuth: own,
  payVideoCallPoint: own,
  payVoiceCallPoint: own,
  // What was paid stays on record.
  getReceipt: own,
  // What was paid for stays visible to its payer: chat-images.test.ts.
  getPaidImages: own,
  getReceipts: own,
  getEarningLines: own,
  // A blocked member may block and report as well.
  addBlock: own,
  removeBlock: own,
  getBlocks: own,
  addReport: own,
  // Nothing is pushed across a block: push.test.ts.
  getPushSetup: own,
  updateFcmToken: own,
  deleteFcmToken: own,
  health: own,
  getMyUserInfo: own,
  updateAvatar: own,
  updateCallWaiting: own,
  getMyStandby: own,
  getStudioSettings: own,
  // Callers behind a block are left out: broadcaster-home.test.ts.
  getBroadcasterHome: own,
  updateCallRates: own,
  updateSchedule: own,
  updatePushStandby: own,
  getMyPoint: own,
  getMyWallet: own,
  getPointHistory: own,
  getCreditPurchaseCourseInfo: own,
  squarePayment: own,
  quickCharge: own,
  paidyCaptureRequest: own,
  confirmPurchaseForStorekit2: own,
  requestBankTransfer: own,
  getSandboxChallenge: own,
  resolveSandboxChallenge: own,
  buyInSandboxStore: own,
  getOrder: own,
  getOrders: own,
  stateBirthDate: own,
  setOwnPurchaseLimit: own,
  forgetSavedCard: own,
  logBeforePurchase: own,
  utageNotEnoughPoint: own,
  getMyAddress: own,
  getEarnings: own,
  getEarningStatement: own,
  getPayouts: own,
  savePayoutAccount: own,
  requestPayout: own,
  getOrderReceipt: own,
  verifyReceipt: own,
  getNotifications: own,
  markNotificationsRead: own,
  getPeriodPointBacks: own,
  addPeriodPointBack: own,
  // A member who leaves is visible to nobody: deactivation.test.ts.
  getQuitTerms: own,
  deactivateAccount: own,
  getDeactivation: own,
  cancelDeactivation: own,
  requestDataExport: own,
  getDataExport: own,
  getDataExportLink: own,
  operatorSignIn: own,
}

/** A pair with favourites, messages, and a call that the caller may review. */
const acquainted = async (): Promise<{ caller: Person; broadcaster: Person }> => {
  const caller = await world.caller()
  const broadcaster = await world.broadcaster()
  await caller.ask('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id })
  await broadcaster.ask('addBookmark', { token: broadcaster.viewer.token, partnerId: caller.id })
  await send(caller, broadcaster, 'こんばんは')
  await send(broadcaster, caller, 'こんばんは！')
  const { sql } = world.database
  await sql`
    insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, connected_at, ended_at,
      end_reason, connected_ms)
    values (${randomUUID()}, 'voice', ${caller.id}, ${broadcaster.id}, ${caller.id}, 140, 'ended', now(), now(), 'byCaller', 90000)`
  for (let count = 0; count < 5; count += 1) {
    await sql`insert into review (author_id, author_label, target_id, score, description)
      values (${(await world.caller(0)).id}, '東京・20代', ${broadcaster.id}, 5, '')`
  }
  return { caller, broadcaster }
}

const nobody = '1'
const questions = Object.entries(behindBlock) as [MemberEndpoint, Case][]

describe.each(['the caller', 'the broadcaster'] as const)('behind a block by %s', (who) => {
  let pair: { caller: Person; broadcaster: Person }
  const sides = (): [Person, Person][] => [
    [pair.caller, pair.broadcaster],
    [pair.broadcaster, pair.caller],
  ]
  const [blocker, blocked] =
    who === 'the caller' ? (['caller', 'broadcaster'] as const) : (['broadcaster', 'caller'] as const)
  const shownBefore = new Map<string, string>()
  beforeAll(async () => {
    pair = await acquainted()
    for (const [viewer, partner] of sides()) {
      for (const [name, { hides }] of questions) {
        for (const [asked, input] of hides?.(viewer) ?? []) {
          const answer = JSON.stringify(await viewer.ask(asked, input as never))
          shownBefore.set(`${viewer.id} ${name}`, answer.includes(partner.id) ? 'shown' : answer)
        }
      }
    }
    expect(await pair[blocker].ask('addBlock', { partnerId: pair[blocked].id })).toEqual({ type: 'success' })
  })

  it.each(questions.filter(([, { hides }]) => hides))(
    '%s shows neither to the other',
    async (name, { hides }) => {
      for (const [viewer, partner] of sides()) {
        const asking = hides?.(viewer) ?? []
        if (asking.length > 0) expect(shownBefore.get(`${viewer.id} ${name}`)).toBe('shown')
        for (const [asked, input] of asking) {
          const answer = await viewer.ask(asked, input as never)
          expect(answer).toMatchObject({ type: 'success' })
          expect(JSON.stringify(answer)).not.toContain(partner.id)
        }
      }
    },
  )

  it.each(questions.filter(([, { asNobody }]) => asNobody))(
    '%s answers as for an unknown member',
    async (_name, { asNobody }) => {
      for (const [viewer, partner] of sides()) {
        const [behind, without] = [asNobody?.(partner.id, viewer) ?? [], asNobody?.(nobody, viewer) ?? []]
        for (const [index, [asked, input]] of behind.entries()) {
          const answer = await viewer.ask(asked, input as never)
          expect(answer).toMatchObject({ type: 'error' })
          expect(answer).toEqual(await viewer.ask(asked, without[index]?.[1] as never))
        }
      }
    },
  )

  it('no unread message of the other is counted', async () => {
    for (const [viewer] of sides())
      expect(await viewer.ask('getUnreadCount', {})).toMatchObject({ unread: 0 })
  })

  it('the list of blocks shows it to its owner alone, and blocking again changes nothing', async () => {
    const list = await pair[blocker].ask('getBlocks', {})
    expect(list).toMatchObject({ people: [{ id: pair[blocked].id }] })
    expect(await pair[blocker].ask('addBlock', { partnerId: pair[blocked].id })).toEqual({ type: 'success' })
    expect(await pair[blocker].ask('getBlocks', {})).toEqual(list)
    expect(await pair[blocked].ask('getBlocks', {})).toMatchObject({ people: [] })
    expect(await pair[blocked].ask('removeBlock', { partnerId: pair[blocker].id })).toMatchObject({
      code: 'notFound',
    })
  })

  it('lifting it restores everything, favourites and messages too', async () => {
    expect(await pair[blocker].ask('removeBlock', { partnerId: pair[blocked].id })).toEqual({
      type: 'success',
    })
    for (const [viewer, partner] of sides()) {
      for (const [asked, input] of questions.flatMap(([, { hides }]) => hides?.(viewer) ?? []))
        expect(JSON.stringify(await viewer.ask(asked, input as never))).toContain(partner.id)
      expect(await viewer.ask('getUserInfForWeb', { userId: partner.id })).toMatchObject({
        user: { bookmark: true },
      })
      expect(
        await viewer.ask('getMoreMessages', { partnerId: partner.id, from: { at: 'newest' } }),
      ).toMatchObject({
        messages: [{}, { body: { text: 'こんばんは' } }, { body: { text: 'こんばんは！' } }],
      })
    }
  })
})

describe('a block', () => {
  it('applies while either member’s block exists, and lifting one leaves the other', async () => {
    const { caller, broadcaster } = await acquainted()
    await caller.ask('addBlock', { partnerId: broadcaster.id })
    expect(await broadcaster.ask('addBlock', { partnerId: caller.id })).toEqual({ type: 'success' })
    await caller.ask('removeBlock', { partnerId: broadcaster.id })
    expect(await caller.ask('getUserInfForWeb', { userId: broadcaster.id })).toMatchObject({
      code: 'partnerUnavailable',
    })
    await broadcaster.ask('removeBlock', { partnerId: caller.id })
    expect(await caller.ask('getUserInfForWeb', { userId: broadcaster.id })).toMatchObject({
      type: 'success',
    })
  })

  it('is refused for the own account, for an unknown member and for a role that one never meets', async () => {
    const caller = await world.caller()
    const other = await world.caller()
    expect(await caller.ask('addBlock', { partnerId: caller.id })).toMatchObject({ code: 'blockSelf' })
    expect(await caller.ask('addBlock', { partnerId: nobody })).toMatchObject({ code: 'notFound' })
    expect(await caller.ask('addBlock', { partnerId: other.id })).toMatchObject({ code: 'notFound' })
  })
})
