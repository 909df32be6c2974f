/** How the keys of what the browser stores for one member begin, most of it of chat. */
export const memberPrefix = 'koyoi-chat'

/** How the keys of one kind begin. They go with the member's session (web/chat/member/member-storage.ts). */
export const memberKey = (memberId: string, sort: string): string => `${memberPrefix}:${memberId}:${sort}:`
