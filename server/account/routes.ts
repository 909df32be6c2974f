import type { accountEndpoints, MyUserInfo } from '#contract/account/account.ts'
import type { Context } from '#server/context.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { memberById } from '#server/members/queries.ts'
import { updateAvatar } from './actions/update-avatar.ts'

export const accountHandlers: HandlersOf<typeof accountEndpoints> = {
  getMyUserInfo: async ({ context, viewer }) => ({
    type: 'success',
    user: await myUserInfoOf(context, viewer.memberId),
  }),
  updateAvatar: async ({ context, viewer, input }) =>
    (await updateAvatar(context, viewer.memberId, input.imageId)) ?? {
      type: 'success',
      user: await myUserInfoOf(context, viewer.memberId),
    },
}

const myUserInfoOf = async ({ db }: Pick<Context, 'db'>, memberId: string): Promise<MyUserInfo> => {
  const member = await memberById(db, memberId)
  if (!member) throw new Error(`session of a missing member ${memberId}`)
  const { id, role, name, region, age, isAgeShown, avatarId, hasPassword, registeredAt } = member
  return {
    id,
    role,
    name,
    region,
    age,
    isAgeShown,
    avatarId,
    hasPassword,
    registeredAt: registeredAt.toISOString(),
  }
}
