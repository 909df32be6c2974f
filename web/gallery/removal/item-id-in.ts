/** Digits and letters before or after it would make it another text. */
const idShape = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/i

/** The item that an address or a text around it names; null without one. */
export const itemIdIn = (text: string): string | null => idShape.exec(text)?.[0].toLowerCase() ?? null
