import type { ChatPartner } from '#contract/chat/chat.ts'

/** A caller's state isn't shown, except that the caller is in a call. */
export const showsState = ({ role, state }: Pick<ChatPartner, 'role' | 'state'>): boolean =>
  role === 'broadcaster' || state === 'inCall'
