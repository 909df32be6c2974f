/** Where a message page's button may lead: routes of our own. The browser knows their addresses. */
export const messageButtonTargets = [
  'home',
  'search',
  'random',
  'purchase',
  'myPage',
  'base',
  'videoTest',
  'community',
] as const
export type MessageButtonTarget = (typeof messageButtonTargets)[number]
