import { refuse } from '#contract/core/refusal.ts'
import type { operatorMembersEndpoints } from '#contract/moderation/members.ts'
import { mailMaskedForOperators } from '#domain/account/mask-mail.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorOverview, operatorReading } from '#server/operators/operator-handler.ts'
import { foundMembers, memberSheet } from './member-queries.ts'
import { operatorToday } from './today-queries.ts'

export const operatorMembersHandlers: HandlersOf<typeof operatorMembersEndpoints> = {
  operatorToday: operatorOverview(async ({ context, tx }) => ({
    type: 'success',
    today: await operatorToday(tx, context.now()),
  })),

  // The log keeps no mail address: whom it found is enough.
  operatorMembers: operatorReading(async ({ tx, input }) => {
    const { search } = input
    const found = await foundMembers(tx, search)
    const [only, ...others] = found.members
    return {
      answer: { type: 'success', ...found },
      subject: only && others.length === 0 ? `member:${only.id}` : null,
      after: {
        search: search.includes('@') ? mailMaskedForOperators(search) : search,
        members: found.members.length,
      },
    }
  }),

  operatorMember: operatorReading(async ({ tx, input }) => {
    const member = await memberSheet(tx, input.memberId)
    if (!member) return refuse('notFound')
    return { answer: { type: 'success', member }, subject: `member:${member.id}` }
  }),
}
