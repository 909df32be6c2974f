import type { ChatPartner } from '#contract/chat/chat.ts'

/** A caller's state is nobody's business, except that he is in a call. */
export const showsState = ({ role, state }: Pick<ChatPartner, 'role' | 'state'>): boolean =>
  role === 'broadcaster' || state === 'inCall'
