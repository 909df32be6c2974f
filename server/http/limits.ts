import { createRateLimit, type RateLimit } from './rate-limit.ts'

interface Window {
  max: number
  windowMs: number
}

const minuteMs = 60_000

/** How often a process accepts what members and visitors ask for; a request counts whether or not it is refused. */
const windowsOf = {
  /**
   * Texts of members; keys are member ids. A refused text costs as much work as a sent one. Twice what may be sent as
   * messages (domain/chat/limits.ts), so that refused texts leave room for further tries.
   */
  text: [{ max: 120, windowMs: minuteMs }],
  /** Starts of rings, visits and live rooms; keys are member ids. Nobody taps their buttons more often. */
  ring: [{ max: 20, windowMs: minuteMs }],
  /**
   * Offers of lines, and their ends; keys are member ids. A page makes at most three offers for a ring, and each makes a
   * native peer connection.
   */
  callLine: [{ max: 60, windowMs: minuteMs }],
  /**
   * Changes of a running call's kind, questions and answers; keys are member ids. Each change makes new connections on
   * both sides, and each question opens on the partner's screen.
   */
  kindChange: [{ max: 12, windowMs: minuteMs }],
  /**
   * Pre-call checks; keys are member ids. A member who repairs a network tries again and again, and each try takes a
   * place in the media server. The day has a limit as well, because two members who exchange their tokens can talk
   * through their echo rooms, a minute a check: nothing in the media distinguishes them from one member whose two
   * directions take different routes.
   */
  preCallCheck: [
    { max: 10, windowMs: 10 * minuteMs },
    { max: 20, windowMs: 24 * 60 * minuteMs },
  ],
  /** Likes and votes; keys are member ids. Nobody reads posts faster. */
  reaction: [{ max: 90, windowMs: minuteMs }],
  /**
   * Requests of visitors for what everybody may read; keys are networks, which many share. A page asks for five lists
   * or so, so that a hundred pages a minute of one network are within it several times.
   */
  visitorRequest: [{ max: 3_000, windowMs: minuteMs }],
  /** Searches of visitors; keys are networks, which many share. A search reads the table of all broadcasters. */
  visitorSearch: [{ max: 120, windowMs: minuteMs }],
  /**
   * Requests that send mail or work on a hash; keys are `what:network`. A household, an office or a mobile carrier
   * shares one address.
   */
  accountRequest: [{ max: 20, windowMs: 10 * minuteMs }],
  /**
   * Sign-ins with a password, those that succeed too; keys are the account within a network or a browser (see
   * passwordLimitSubjects), so that nobody elsewhere uses it up. Each occupies one of the process's two places for
   * hashes, and a script with an account of its own would keep everybody else out.
   */
  passwordSignIn: [{ max: 60, windowMs: 10 * minuteMs }],
  /**
   * Codes by SMS, which cost money; keys are IPv6 sites (/48), whose networks (/64) their owner changes at will. Three
   * times what a network may have (domain/account/phone-code.ts).
   */
  smsOfSite: [{ max: 60, windowMs: 60 * minuteMs }],
  /**
   * Challenges for passkeys; keys are the network of a visitor, or the member. A login form asks once when it opens
   * and once for each tap; a challenge costs one row that lives for five minutes.
   */
  passkeyChallenge: [{ max: 120, windowMs: 10 * minuteMs }],
  /**
   * Steps of a purchase that write or check something; keys are `what:memberId`. No purchase has so many steps, and
   * the app submits a transaction again far less often.
   */
  purchaseRequest: [{ max: 60, windowMs: minuteMs }],
  /**
   * Deliveries of the pictures that callers asked for; keys are member ids. Each decodes up to twenty pictures, and nobody
   * chooses them faster.
   */
  imageDelivery: [{ max: 20, windowMs: minuteMs }],
  /** Videos that a member begins to send; keys are member ids. What was cancelled counts too. */
  videoStart: [{ max: 20, windowMs: 24 * 60 * minuteMs }],
  /** Codes to connect a device; keys are member ids. Each asks the service's server, and one lasts four hours. */
  toyPairing: [{ max: 5, windowMs: 10 * minuteMs }],
} as const satisfies Record<string, readonly Window[]>

export type Limits = Record<keyof typeof windowsOf, RateLimit>

const limitOf = (windows: readonly Window[], now: () => number): RateLimit => {
  const limits = windows.map((window) => createRateLimit({ ...window, now }))
  return { admits: (key) => limits.every((limit) => limit.admits(key)) }
}

export const createLimits = ({ now }: { now: () => number }): Limits => {
  const entries = Object.entries(windowsOf).map(([name, windows]) => [name, limitOf(windows, now)])
  return Object.fromEntries(entries)
}
