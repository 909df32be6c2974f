/** All queries about people in the query cache are below this key; a block or a changed profile invalidates it. */
export const peopleKey = ['people'] as const
