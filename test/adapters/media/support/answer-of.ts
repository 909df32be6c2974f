import type { MediaKind } from '#adapters/media/embedded/signaling/codecs.ts'
import {
  type LocalTransport,
  type Negotiation,
  type OutgoingSources,
  writeAnswer,
} from '#adapters/media/embedded/signaling/negotiate.ts'

/** The answer to an offer of one direction. @param outgoing null where the server receives */
export const answerOf = (
  { offer, accepted }: Negotiation,
  local: LocalTransport,
  outgoing: ((kind: MediaKind) => OutgoingSources) | null,
): string =>
  writeAnswer(
    offer,
    local,
    accepted.map((each) => ({ accepted: each, outgoing: outgoing?.(each.kind) ?? null })),
  )
