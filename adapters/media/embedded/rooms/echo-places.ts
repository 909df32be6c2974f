/** An echo that is open, as the choice of one to give up sees it. */
export interface OpenEcho {
  roomId: string
  networkKey: string
  /** How long its participant has sent nothing, from its opening on. */
  idleMs: number
}

/** A test that begins sends something within this, also through a relay that is slow to answer. */
export const echoIdleMaxMs = 15_000

/**
 * Which echo room to close when no place is free: an unused one, otherwise one of the network that has the most, if
 * that network keeps at least as many as the requesting network then has. So one network with many accounts can't take
 * every place. Among the candidates, the room that has been idle longest is closed.
 *
 * @returns null when all rooms are in use and shared evenly: the requesting member has to wait
 */
export const echoToGiveUp = (open: readonly OpenEcho[], requestingNetworkKey: string): string | null => {
  const counts = new Map<string, number>()
  for (const { networkKey } of open) counts.set(networkKey, (counts.get(networkKey) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  const isUneven = most > (counts.get(requestingNetworkKey) ?? 0) + 1
  const unused = open.filter(({ idleMs }) => idleMs > echoIdleMaxMs)
  const ofLargest = isUneven ? open.filter(({ networkKey }) => counts.get(networkKey) === most) : []
  const [first, ...others] = unused.length > 0 ? unused : ofLargest
  return (
    others.reduce((idlest, each) => (each.idleMs > (idlest?.idleMs ?? 0) ? each : idlest), first)?.roomId ??
    null
  )
}
