import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type {
  liveFlowEndpoints,
  liveMenuEndpoints,
  presentEndpoints,
  toyMenuEndpoints,
} from '#contract/live/flow.ts'
import type { liveMemberEndpoints } from '#contract/live/members.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { buyMenuItem } from './actions/buy-menu-item.ts'
import { payComment, postFreeComment } from './actions/comment.ts'
import { receiveGoalBonus, setGoal } from './actions/goals.ts'
import { handleMenu } from './actions/handle-menu.ts'
import { moderate } from './actions/moderate.ts'
import { payPresent } from './actions/pay-present.ts'
import { reportComment } from './actions/report-comment.ts'
import { saveMenu } from './actions/save-menu.ts'
import { liveMember } from './live-member.ts'
import { menuOf } from './menu.ts'
import { flowSetting, presentsOnSale } from './queries.ts'
import { moderatorChoices, readFlow, readMenu, readQueue } from './read-flow.ts'

type Answered<Value> = Value extends Refusal ? Value : Value & { type: 'success' }
const answered = <Value extends object>(value: Value) =>
  (isRefusal(value) ? value : { type: 'success', ...value }) as Answered<Value>
const done = <Refused extends Refusal>(refusal: Refused | null) => refusal ?? { type: 'success' as const }

type Handled = typeof liveFlowEndpoints &
  typeof liveMemberEndpoints &
  typeof presentEndpoints &
  typeof toyMenuEndpoints &
  typeof liveMenuEndpoints

export const liveFlowHandlers: HandlersOf<Handled> = {
  getLiveFlow: async ({ context, viewer, input }) => answered(await readFlow(context, viewer, input)),
  paySecondSideWatchChatPoint: async ({ context, viewer, input }) =>
    answered(await payComment(context, viewer, input)),
  postLiveComment: async ({ context, viewer, input }) => {
    const entry = await postFreeComment(context, viewer, input)
    return isRefusal(entry) ? entry : { type: 'success', entry }
  },
  moderateLive: async ({ context, viewer, input }) => done(await moderate(context, viewer, input)),
  reportLiveComment: async ({ context, viewer, input }) => done(await reportComment(context, viewer, input)),
  getModeratorChoices: async ({ context, viewer, input }) =>
    answered(await moderatorChoices(context, viewer, input.roomId)),
  getLiveMember: async ({ context, viewer, input }) => {
    const member = await liveMember(context, viewer, input)
    return isRefusal(member) ? member : { type: 'success', member }
  },
  setLiveGoal: async ({ context, viewer, input }) => {
    const state = await setGoal(context, viewer, input)
    return isRefusal(state) ? state : { type: 'success', state }
  },

  getPresentMenuList: async ({ context }) => ({
    type: 'success',
    presents: await presentsOnSale(context.db),
  }),
  payPresentMenuPoint: async ({ context, viewer, input }) =>
    answered(await payPresent(context, viewer, input)),

  getLovenseMenuList: async ({ context, viewer, input }) =>
    answered(await readMenu(context, viewer, input.broadcasterId)),
  payLovenseMenuPoint: async ({ context, viewer, input }) =>
    answered(await buyMenuItem(context, viewer, input)),
  getUncompletedLovenseLogByRoom: async ({ context, viewer, input }) => {
    const orders = await readQueue(context, viewer, input.roomId)
    return isRefusal(orders) ? orders : { type: 'success', orders }
  },
  receiveMenuReleasePointbackBonus: async ({ context, viewer, input }) =>
    answered(await receiveGoalBonus(context, viewer, input.goalId)),

  getMyLiveMenu: async ({ context, viewer }) => {
    if (viewer.role !== 'broadcaster') return refuse('forbidden')
    const { hasDevices, goalBonusMax, goalBonusPercent } = await flowSetting(context.db)
    const items = await menuOf(context.db, viewer.memberId)
    return {
      type: 'success',
      items,
      hasDevices,
      canConnect: context.config.lovense !== undefined,
      bonusMax: goalBonusMax,
      bonusPercent: goalBonusPercent,
    }
  },
  saveMyLiveMenu: async ({ context, viewer, input }) => done(await saveMenu(context, viewer, input.items)),
  connectLiveToy: async ({ context, viewer }) => {
    if (viewer.role !== 'broadcaster') return refuse('forbidden')
    const { hasDevices } = await flowSetting(context.db)
    if (!hasDevices || !context.toys || !context.limits.toyPairing.admits(viewer.memberId))
      return refuse('liveToyUnavailable')
    const pairing = await context.toys.pair({ id: viewer.memberId, name: viewer.name })
    return pairing ? { type: 'success', ...pairing } : refuse('liveToyUnavailable')
  },
  handleLiveMenu: async ({ context, viewer, input }) => {
    const orders = await handleMenu(context, viewer, input)
    return isRefusal(orders) ? orders : { type: 'success', orders }
  },
}
