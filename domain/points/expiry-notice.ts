/** So many days before a lot expires its member is told, once each. */
export const expiryNoticeDays = [30, 7, 1] as const
