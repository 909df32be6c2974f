/** The id stands alone, or between signs that belong to no id. */
const idShape = /(?<![\da-f-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f-])/i

/** The item that an address or a text around it names; null without one. */
export const itemIdIn = (text: string): string | null => idShape.exec(text)?.[0].toLowerCase() ?? null
