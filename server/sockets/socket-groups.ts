/** Sockets of a room that get their messages together. */
interface SocketGroup {
  ids: Set<string>
  /** Everything up to this position was sent to them. */
  sentUpTo: number
  /** From this instant on they may get a message. */
  mayGetAtMs: number
}

interface SocketGroupsOptions {
  socketsMax: number
  /** The shortest time between two messages to one group. */
  everyMs: number
}

/**
 * Divides a room's sockets into groups that are served in turn. A server takes longer to write to thousands of sockets
 * than an entry may wait: served group by group, each socket gets what is new at its own turn, and nobody waits until
 * everybody else has had the same message. Pure: instants are milliseconds of one monotonic clock, positions are numbers
 * of what is sent, counted up.
 */
export class SocketGroups {
  readonly #options: SocketGroupsOptions
  readonly #groups = new Set<SocketGroup>()
  readonly #groupOf = new Map<string, SocketGroup>()

  constructor(options: SocketGroupsOptions) {
    this.#options = options
  }

  /**
   * A socket came. It gets everything after this position, and perhaps some of what is before.
   *
   * @param sentUpTo the last position of what it needn't get
   */
  join(id: string, sentUpTo: number): void {
    if (this.#groupOf.has(id)) return
    const group = this.#withRoom() ?? this.#add(sentUpTo)
    group.ids.add(id)
    this.#groupOf.set(id, group)
  }

  leave(id: string): void {
    const group = this.#groupOf.get(id)
    if (!group) return
    group.ids.delete(id)
    this.#groupOf.delete(id)
    if (group.ids.size === 0) this.#groups.delete(group)
  }

  /** The group that waits for something up to `end`, and may get it first; null: all have it. */
  next(end: number): SocketGroup | null {
    let first: SocketGroup | null = null
    for (const group of this.#groups)
      if (group.sentUpTo < end && (first === null || group.mayGetAtMs < first.mayGetAtMs)) first = group
    return first
  }

  /** The group has everything up to `end`. */
  served(group: SocketGroup, end: number, now: number): void {
    group.sentUpTo = end
    group.mayGetAtMs = now + this.#options.everyMs
  }

  /** Everything up to here was sent to all sockets; `end` without any. */
  sentToAll(end: number): number {
    let least = end
    for (const { sentUpTo } of this.#groups) least = Math.min(least, sentUpTo)
    return least
  }

  /** From this instant on all groups may get a message at once. */
  get restedAtMs(): number {
    let last = Number.NEGATIVE_INFINITY
    for (const { mayGetAtMs } of this.#groups) last = Math.max(last, mayGetAtMs)
    return last
  }

  #withRoom(): SocketGroup | null {
    for (const group of this.#groups) if (group.ids.size < this.#options.socketsMax) return group
    return null
  }

  #add(sentUpTo: number): SocketGroup {
    const group: SocketGroup = { ids: new Set(), sentUpTo, mayGetAtMs: Number.NEGATIVE_INFINITY }
    this.#groups.add(group)
    return group
  }
}
