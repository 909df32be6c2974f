/** All queries about people in the query cache are below this key; a block or a changed profile invalidates it. */
export const peopleKey = ['people'] as const

/** The first parts of other keys under which answers name or show members. */
export const galleryKey = ['gallery'] as const
export const imageRequestsKey = ['imageRequests'] as const
export const marketKey = ['market'] as const
export const bookingsKey = ['bookings'] as const
export const noticesKey = ['notices'] as const
export const mentionsKey = ['mentions'] as const
