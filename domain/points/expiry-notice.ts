/** How many days before a lot expires its member is notified, once for each. */
export const expiryNoticeDays = [30, 7, 1] as const
