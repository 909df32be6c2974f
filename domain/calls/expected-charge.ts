/** What the call is going to charge as far as anybody can tell: screens show it, and nothing is charged by it. */
export const expectedChargedMs = ({
  chargedMs,
  pendingMs,
}: {
  chargedMs: number
  pendingMs: number
}): number => chargedMs + pendingMs
