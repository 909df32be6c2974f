/** All queries about people in the query cache are below this key; a block or a changed profile invalidates it. */
export const peopleKey = ['people'] as const

/** The first parts of other keys under which answers name or show members. */
export const galleryKey = ['gallery'] as const
export const imageRequestsKey = ['imageRequests'] as const
export const marketKey = ['market'] as const
export const bookingsKey = ['bookings'] as const
export const noticesKey = ['notices'] as const
export const mentionsKey = ['mentions'] as const

const keysWithPeople: ReadonlySet<unknown> = new Set(
  [peopleKey, galleryKey, imageRequestsKey, marketKey, bookingsKey, noticesKey, mentionsKey].map(
    ([first]) => first,
  ),
)

/** Whether a block, or its end, changes what the query answers. */
export const showsPeople = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  keysWithPeople.has(queryKey[0])
