import type { DocumentKind, DocumentSide } from '#contract/applications/applications.ts'

/**
 * The pictures each document needs. The back of a マイナンバーカード bears the individual number, which nobody may collect
 * without a law that says so; a passport has nothing on its back.
 */
const neededSides: Record<DocumentKind, readonly DocumentSide[]> = {
  driversLicence: ['front', 'back', 'selfie'],
  myNumberCard: ['front', 'selfie'],
  passport: ['front', 'selfie'],
  residenceCard: ['front', 'back', 'selfie'],
}

export const sidesOf = (kind: DocumentKind): readonly DocumentSide[] => neededSides[kind]

/** Which pictures are still to come. What an operator asks for anew counts as missing until it came again. */
export const missingSides = (kind: DocumentKind, received: readonly DocumentSide[]): DocumentSide[] =>
  sidesOf(kind).filter((side) => !received.includes(side))
