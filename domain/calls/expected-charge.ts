/** The best estimate of what the call is going to charge. Screens show it; nothing is charged by it. */
export const expectedChargedMs = ({
  chargedMs,
  pendingMs,
}: {
  chargedMs: number
  pendingMs: number
}): number => chargedMs + pendingMs
