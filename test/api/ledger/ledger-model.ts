/**
 * What the ledger should do, written a second time and simply: plain objects, everything at once, no locks,
 * no keys in tables. The histories of ledger-histories.test.ts run against this and against PostgreSQL.
 */
import type { LotKind } from '#contract/core/shared.ts'
import { byKind, type Payment, platformAccount, sum, WalletsModel } from './ledger-model-wallets.ts'

export interface SpendCommand {
  key: number
  payer: string
  payee: string | null
  points: number
  sharePercent: number
}

export type Command =
  | { type: 'grant'; key: number; payer: string; points: number; kind: LotKind; validDays: number }
  | { type: 'passExpiry'; payer: string; kind: LotKind }
  | { type: 'sweep' }
  | ({ type: 'spend' } & SpendCommand)
  /** Payments that the batcher sends together. */
  | { type: 'spendBatch'; spends: SpendCommand[] }
  | { type: 'refund'; key: number; payment: number; points: number | 'all'; paidByPlatform: boolean }
  | { type: 'hold'; key: number; payer: string; points: number }
  | { type: 'captureHold'; key: number; hold: number; payee: string | null; points: number }
  | { type: 'releaseHold'; hold: number }
  | { type: 'open'; call: string; payer: string; payee: string; rate: number }
  | { type: 'start'; call: string }
  | { type: 'report'; readings: { callId: string; chargedMs: number; connectedMs: number }[] }
  | { type: 'bill' }
  | { type: 'settle'; call: string; chargedMs: number | null }
  | { type: 'release'; call: string }
  | { type: 'pointBack'; call: string; points: number | 'all'; paidByPlatform: boolean }
  /** Settles and returns in one transaction, as every end of a call does. */
  | {
      type: 'endCall'
      call: string
      chargedMs: number | null
      points: number | 'all'
      paidByPlatform: boolean
    }

interface Hold {
  payer: string
  points: number
  left: number
}

interface Meter {
  payer: string
  payee: string
  increment: number
  rate: number
  state: 'open' | 'settled'
  isStarted: boolean
  chargedMs: number
  captured: number
  funded: number
  charges: Payment[]
  pointBack: { points: number; lots: [LotKind, number][]; takenBack: number } | null
}

export class LedgerModel {
  readonly wallets = new WalletsModel()
  readonly holds: Hold[] = []
  readonly #meters = new Map<string, Meter>()
  readonly #grants = new Map<string, string>()
  readonly #holdKeys = new Map<string, number>()

  /** Commands that are bugs of the calling code: the ledger throws on them. */
  isAllowed(command: Command): boolean {
    const meter = 'call' in command ? this.#meters.get(command.call) : undefined
    if (command.type === 'release') return !(meter?.state === 'open' && meter.isStarted)
    if (command.type === 'pointBack') return meter?.state === 'settled'
    if (command.type === 'endCall') return meter !== undefined
    if (command.type === 'refund') return this.wallets.payments.length > 0
    if (command.type === 'captureHold' || command.type === 'releaseHold') return this.holds.length > 0
    return true
  }

  /** What the ledger should answer. */
  run(command: Command): unknown {
    const answer = this.#run(command)
    this.wallets.expire()
    return answer
  }

  /** What a payer should see: less what a running call has used and not yet paid. */
  wallet(payer: string): { point: number; held: number; lots: [LotKind, number][] } {
    const running = [...this.#meters.values()].find((m) => m.payer === payer && m.state === 'open')
    const affordable = running
      ? running.funded + Math.floor(this.wallets.available(payer) / running.increment)
      : 0
    const unpaid = running ? Math.max(0, Math.min(used(running), affordable) - running.captured) : 0
    const lots = this.wallets.lotsOf(payer)
    return {
      point: sum(lots.map((lot) => lot.remaining)) - unpaid * (running?.increment ?? 0),
      held: this.wallets.of(payer).held,
      lots: lots.map((lot) => [lot.kind, lot.remaining]),
    }
  }

  #run(command: Command): unknown {
    switch (command.type) {
      case 'grant':
        return this.#grant(command)
      case 'passExpiry':
        this.wallets.passExpiry(command.payer, command.kind)
        return null
      case 'sweep':
        return null
      case 'spend':
        return this.#spend(command)
      case 'spendBatch':
        return command.spends.map((spend) => this.#spend(spend))
      case 'refund':
        return this.#refund(command)
      case 'hold':
        return this.#hold(command)
      case 'captureHold':
        return this.#captureHold(command)
      case 'releaseHold':
        return this.#releaseHold(this.#nth(this.holds, command.hold))
      case 'open':
        return this.#open(command)
      case 'start':
        return this.#start(command.call)
      case 'report':
        return this.#report(command.readings)
      case 'bill':
        return [...this.#meters]
          .filter(([, m]) => m.isStarted && m.state === 'open')
          .map(([id]) => this.#bill(id))
      case 'settle':
        return this.#settle(command)
      case 'release':
        this.#close(this.#meters.get(command.call))
        return null
      case 'pointBack':
        return this.#pointBack(command)
      case 'endCall': {
        const settled = this.#settle(command)
        this.wallets.expire()
        return { settled, back: this.#pointBack(command) }
      }
    }
  }

  #grant(command: Extract<Command, { type: 'grant' }>) {
    const key = `${command.payer}:${command.key}`
    const what = `${command.points} ${command.kind}`
    const first = this.#grants.get(key)
    if (first !== undefined && first !== what) return 'idempotencyMismatch'
    if (first === undefined) {
      this.#grants.set(key, what)
      const lot = { kind: command.kind, expiresIn: command.validDays, remaining: command.points }
      this.wallets.issue(command.payer, lot)
    }
    return { isRepeat: first !== undefined, available: this.wallets.available(command.payer) }
  }

  #spend({ key, payer, payee, points, sharePercent }: SpendCommand) {
    const name = `spend:${payer}:${key}`
    const earned = payee === platformAccount ? 0 : Math.floor((points * sharePercent) / 100)
    const first = this.wallets.payments.find((payment) => payment.name === name)
    if (first) {
      const isSame = first.payee === payee && first.points === points && first.earned === earned
      return isSame ? { isRepeat: true, available: this.wallets.available(payer) } : 'idempotencyMismatch'
    }
    if (this.wallets.available(payer) < points) return 'insufficientPoints'
    this.wallets.pay({ name, payer, payee, points, earned }, (lot) => lot.expiresIn > 0)
    return { isRepeat: false, available: this.wallets.available(payer) }
  }

  #refund({ key, payment: nth, points, paidByPlatform }: Extract<Command, { type: 'refund' }>) {
    const payment = this.#nth(this.wallets.payments, nth)
    const first = payment.refunds.get(`${key}`)
    const byPlatform = paidByPlatform || payment.payee === platformAccount
    if (first) {
      const isSame = first.byPlatform === byPlatform && (points === 'all' || points === first.points)
      return isSame
        ? { points: first.points, takenBack: first.takenBack, isRepeat: true }
        : 'idempotencyMismatch'
    }
    const left = payment.points - sum([...payment.refunds.values()].map((refund) => refund.points))
    const wanted = points === 'all' ? left : points
    if (wanted === 0 || wanted > left) return 'refundExceeds'
    const { takenBack } = this.wallets.reverse(payment, `${key}`, wanted, byPlatform)
    return { points: wanted, takenBack, isRepeat: false }
  }

  #hold({ key, payer, points }: Extract<Command, { type: 'hold' }>) {
    const first = this.#holdKeys.get(`${payer}:${key}`)
    if (first !== undefined) {
      const isSame = this.holds[first]?.points === points
      return isSame
        ? { hold: first, isRepeat: true, available: this.wallets.available(payer) }
        : 'idempotencyMismatch'
    }
    if (this.wallets.available(payer) < points) return 'insufficientPoints'
    this.wallets.of(payer).held += points
    this.#holdKeys.set(`${payer}:${key}`, this.holds.length)
    this.holds.push({ payer, points, left: points })
    return { hold: this.holds.length - 1, isRepeat: false, available: this.wallets.available(payer) }
  }

  #captureHold({ key, hold: nth, payee, points }: Extract<Command, { type: 'captureHold' }>) {
    const hold = this.#nth(this.holds, nth)
    const name = `capture:#${this.holds.indexOf(hold)}:${key}`
    const first = this.wallets.payments.find((payment) => payment.name === name)
    if (first) {
      const isSame = first.payee === payee && first.points === points
      return isSame
        ? { isRepeat: true, available: this.wallets.available(hold.payer) }
        : 'idempotencyMismatch'
    }
    if (hold.left < points) return 'holdGone'
    const earned = payee === platformAccount ? 0 : Math.floor((points * 40) / 100)
    hold.left -= points
    this.wallets.pay({ name, payer: hold.payer, payee, points, earned }, () => true)
    this.wallets.of(hold.payer).held -= points
    return { isRepeat: false, available: this.wallets.available(hold.payer) }
  }

  #releaseHold(hold: Hold) {
    const released = hold.left
    hold.left = 0
    this.wallets.of(hold.payer).held -= released
    return released
  }

  #open({ call, payer, payee, rate }: Extract<Command, { type: 'open' }>) {
    const first = this.#meters.get(call)
    if (first) {
      const isSame =
        first.payer === payer && first.payee === payee && first.rate === rate && first.state === 'open'
      return isSame ? this.#opened(first) : 'idempotencyMismatch'
    }
    const open = [...this.#meters.values()].filter((meter) => meter.state === 'open')
    if (open.some((meter) => meter.payer === payer)) return 'callAlreadyInCall'
    if (open.some((meter) => meter.payee === payee)) return 'callPartnerBusy'
    const increment = rate / 10
    const funded = Math.min(10, Math.floor(this.wallets.available(payer) / increment))
    if (funded === 0) return 'insufficientPoints'
    this.wallets.of(payer).held += funded * increment
    const meter: Meter = {
      ...{ payer, payee, increment, rate, funded, state: 'open', isStarted: false, chargedMs: 0 },
      ...{ captured: 0, charges: [], pointBack: null },
    }
    this.#meters.set(call, meter)
    return this.#opened(meter)
  }

  #opened(meter: Meter) {
    return { funded: meter.funded, held: (meter.funded - meter.captured) * meter.increment }
  }

  #start(call: string) {
    const meter = this.#meters.get(call)
    if (meter?.state !== 'open') return false
    meter.isStarted = true
    return true
  }

  #report(readings: { callId: string; chargedMs: number }[]) {
    const answered = new Map<string, unknown>()
    for (const { callId, chargedMs } of readings) {
      const meter = this.#meters.get(callId)
      if (meter?.state !== 'open' || !meter.isStarted) continue
      meter.chargedMs = Math.max(meter.chargedMs, chargedMs)
      answered.set(callId, { callId, chargedMs: meter.chargedMs, fundedMs: meter.funded * 6000 })
    }
    return [...answered.values()]
  }

  #bill(callId: string) {
    const meter = this.#meter(callId)
    if (meter.funded * 6000 - meter.chargedMs <= 15_000) {
      const wanted = 10 + Math.max(0, used(meter) - meter.funded)
      const more = Math.min(wanted, Math.floor(this.wallets.available(meter.payer) / meter.increment))
      meter.funded += more
      this.wallets.of(meter.payer).held += more * meter.increment
    }
    this.#capture(callId)
    const fundedMs = meter.funded * 6000
    const points = meter.captured * meter.increment
    return {
      ...{ callId, chargedMs: meter.chargedMs, fundedMs, chargedIncrements: meter.captured },
      ...{ capturedPoints: points, exhausted: meter.chargedMs >= fundedMs },
    }
  }

  #capture(callId: string) {
    const meter = this.#meter(callId)
    const upTo = Math.min(used(meter), meter.funded)
    if (upTo <= meter.captured) return
    const earnedAt = (increments: number) => Math.floor((increments * meter.increment * 40) / 100)
    const points = (upTo - meter.captured) * meter.increment
    const earned = earnedAt(upTo) - earnedAt(meter.captured)
    const name = `call:${callId}:${meter.captured}`
    meter.charges.push(
      this.wallets.pay({ name, payer: meter.payer, payee: meter.payee, points, earned }, () => true),
    )
    this.wallets.of(meter.payer).held -= points
    meter.captured = upTo
  }

  #settle({ call, chargedMs }: { call: string; chargedMs: number | null }) {
    const meter = this.#meters.get(call)
    if (!meter) return null
    if (meter.state === 'open') {
      meter.chargedMs = Math.max(meter.chargedMs, chargedMs ?? 0)
      this.#capture(call)
      this.#close(meter)
    }
    const points = meter.captured * meter.increment
    const lots = new Map<LotKind, number>()
    for (const use of meter.charges.flatMap((charge) => charge.uses)) {
      lots.set(use.lot.kind, (lots.get(use.lot.kind) ?? 0) + use.amount)
    }
    return {
      ...{ chargedMs: meter.chargedMs, chargedIncrements: meter.captured, points, lots: byKind(lots) },
      earnedPoints: Math.floor((points * 40) / 100),
    }
  }

  #close(meter: Meter | undefined) {
    if (meter?.state !== 'open') return
    this.wallets.of(meter.payer).held -= (meter.funded - meter.captured) * meter.increment
    meter.state = 'settled'
  }

  #pointBack({ call, points, paidByPlatform }: Omit<Extract<Command, { type: 'pointBack' }>, 'type'>) {
    const meter = this.#meter(call)
    if (meter.pointBack) return meter.pointBack
    const back = { points: 0, takenBack: 0, lots: new Map<LotKind, number>() }
    for (const charge of [...meter.charges].reverse()) {
      const left = charge.points - sum([...charge.refunds.values()].map((refund) => refund.points))
      const part = points === 'all' ? left : Math.min(left, points - back.points)
      if (part <= 0) continue
      const { takenBack, lots } = this.wallets.reverse(charge, 'pointBack', part, paidByPlatform)
      back.points += part
      back.takenBack += takenBack
      for (const [kind, amount] of lots) back.lots.set(kind, (back.lots.get(kind) ?? 0) + amount)
    }
    const answer = { points: back.points, takenBack: back.takenBack, lots: byKind(back.lots) }
    if (back.points > 0) meter.pointBack = answer
    return answer
  }

  #meter(call: string): Meter {
    const meter = this.#meters.get(call)
    if (!meter) throw new Error(`the model has no call ${call}`)
    return meter
  }

  #nth<Item>(items: Item[], nth: number): Item {
    const item = items[nth % items.length]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }
}

const used = (meter: Meter) => Math.ceil(meter.chargedMs / 6000)
