import * as z from 'zod/mini'
import { roles } from '#contract/account/account.ts'
import { callKinds, callRoles, endReasons } from '#contract/calls/calls.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, instant, memberId, nothing, points, success } from '#contract/core/shared.ts'
import { presenceStates } from '#contract/people/people.ts'

/** A search finds so many members at most. */
export const foundMembersMax = 50
export const memberSearchMax = 254
/** The calls of a member's page. */
export const lastCallsMax = 10

const memberLine = z.object({
  id: memberId,
  name: z.string(),
  role: z.enum(roles),
  registeredAt: instant,
  /** When the owner left; null for an account in use. */
  leftAt: z.nullable(instant),
})
export type MemberLine = z.infer<typeof memberLine>

const lastCall = z.object({
  callId: commandId,
  kind: z.enum(callKinds),
  role: z.enum(callRoles),
  dialled: z.boolean(),
  partner: z.object({ id: memberId, name: z.string() }),
  requestedAt: instant,
  connectedSec: z.int(),
  /** Null while it runs. */
  endReason: z.nullable(z.enum(endReasons)),
})
export type LastCall = z.infer<typeof lastCall>

const memberSheet = z.extend(memberLine, {
  /** Null until the member gives it. */
  region: z.nullable(z.string()),
  /** Null for a caller: only broadcasters show a state. */
  state: z.nullable(z.enum(presenceStates)),
  /** Such as t•••@example.jp; null without a mail address. */
  maskedMail: z.nullable(z.string()),
  hasPhone: z.boolean(),
  hasStatedBirthDate: z.boolean(),
  /** Reports about the member: all, those not handled yet, and those that ended with a warning. */
  reports: z.object({ all: z.int(), open: z.int(), warned: z.int() }),
  wallet: z.object({ point: points, held: points }),
  /** Null for a member who has never been a broadcaster. */
  earnings: z.nullable(z.object({ payable: points, pending: points, frozen: points, requested: points })),
  calls: z.array(lastCall),
})
export type MemberSheet = z.infer<typeof memberSheet>

const today = z.object({
  openNotices: z.int(),
  openReports: z.int(),
  waitingApplications: z.int(),
  requestedPayouts: z.int(),
  refundsToApprove: z.int(),
  transfersToApprove: z.int(),
  /** Calls under way. */
  runningCalls: z.int(),
  /** Of the Japanese day: connected calls and registrations. */
  connectedCalls: z.int(),
  registrations: z.int(),
})
export type OperatorToday = z.infer<typeof today>

export const operatorMembersEndpoints = {
  operatorToday: defineEndpoint({
    method: 'POST',
    path: '/api/operator/today',
    access: 'operator',
    summary: 'What waits for operators, and the figures of the Japanese day',
    input: nothing,
    output: z.object({ type: success, today }),
    refusals: [],
  }),
  operatorMembers: defineEndpoint({
    method: 'POST',
    path: '/api/operator/members',
    access: 'operator',
    summary: 'Members by id, by whole mail address or by the beginning of the name',
    input: z.object({ search: z.string().check(z.minLength(1), z.maxLength(memberSearchMax)) }),
    output: z.object({ type: success, members: z.array(memberLine), hasMore: z.boolean() }),
    refusals: [],
  }),
  operatorMember: defineEndpoint({
    method: 'POST',
    path: '/api/operator/member',
    access: 'operator',
    summary: 'One member: role, state, warnings, balances and last calls, without what was written',
    input: z.object({ memberId }),
    output: z.object({ type: success, member: memberSheet }),
    refusals: ['notFound'],
  }),
}
