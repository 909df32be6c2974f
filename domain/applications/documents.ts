import type { DocumentKind, DocumentSide } from '#contract/applications/applications.ts'

/**
 * The sides of each document that are needed. The back of a マイナンバーカード shows the individual number, which
 * nobody may collect without a legal basis; the back of a passport is empty.
 */
const neededSides: Record<DocumentKind, readonly DocumentSide[]> = {
  driversLicence: ['front', 'back', 'selfie'],
  myNumberCard: ['front', 'selfie'],
  passport: ['front', 'selfie'],
  residenceCard: ['front', 'back', 'selfie'],
}

export const sidesOf = (kind: DocumentKind): readonly DocumentSide[] => neededSides[kind]

/**
 * The sides that are still missing. A side that an operator requests again counts as missing until it is sent
 * again.
 */
export const missingSides = (kind: DocumentKind, received: readonly DocumentSide[]): DocumentSide[] =>
  sidesOf(kind).filter((side) => !received.includes(side))
