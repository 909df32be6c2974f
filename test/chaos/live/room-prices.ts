/** What is on the buttons of the chaos run's live rooms, in points; the cast's tables say the same. */
export const watchRate = 200
export const commentPoints = 20
export const present = { presentId: 'flower', points: 50 } as const
export const menuItem = { name: 'ハートを送る', points: 50, seconds: 1 } as const
/** The usual free look would be most of a visit. */
export const freeLookSec = 2
