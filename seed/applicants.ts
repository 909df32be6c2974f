import type { SeedApplicant } from './types.ts'

/**
 * Callers without a login who have applied to become broadcasters, so that the operators' queue isn't empty.
 */
export const applicants: readonly SeedApplicant[] = [
  {
    id: '20937146',
    name: 'なつき',
    age: 28,
    region: '神奈川',
    joinedDaysAgo: 6,
    legalName: '見本 夏希',
    legalKana: 'ミホン ナツキ',
    birthDate: '1998-07-15',
    documentKind: 'driversLicence',
    pictures: {
      front: 'licence-front.jpg',
      back: 'licence-back.jpg',
      selfie: 'licence-selfie.jpg',
    },
    waitingHours: 31,
  },
  {
    id: '20841037',
    name: 'はるひ',
    age: 25,
    region: '兵庫',
    joinedDaysAgo: 2,
    legalName: '見本 春陽',
    legalKana: 'ミホン ハルヒ',
    birthDate: '2001-03-21',
    documentKind: 'passport',
    pictures: { front: 'passport-front.jpg', selfie: 'passport-selfie.jpg' },
    waitingHours: 4,
  },
]
