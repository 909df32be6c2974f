/**
 * What the ledger should do, said a second time and simply: plain objects, everything at once, no locks, no keys
 * in tables. The histories of ledger-histories.test.ts run against this and against PostgreSQL.
 */
import type { LotKind } from '../../contract/points.ts'

export type Command =
  | { type: 'grant'; key: number; payer: string; points: number; kind: LotKind; validDays: number }
  | { type: 'passExpiry'; payer: string; kind: LotKind }
  | { type: 'sweep' }
  | {
      type: 'spend'
      key: number
      payer: string
      payee: string | null
      points: number
      sharePercent: number
    }
  | { type: 'refund'; key: number; payment: number; points: number | 'all'; paidByHouse: boolean }
  | { type: 'hold'; key: number; payer: string; points: number }
  | { type: 'captureHold'; key: number; hold: number; payee: string | null; points: number }
  | { type: 'releaseHold'; hold: number }
  | { type: 'open'; call: string; payer: string; payee: string; rate: number }
  | { type: 'start'; call: string }
  | { type: 'report'; readings: { callId: string; chargedMs: number; connectedMs: number }[] }
  | { type: 'bill' }
  | { type: 'settle'; call: string; chargedMs: number | null }
  | { type: 'release'; call: string }
  | { type: 'pointBack'; call: string; points: number | 'all'; paidByHouse: boolean }

interface Lot {
  id: number
  kind: LotKind
  /** Days from now; -1 for past. */
  expiresIn: number
  remaining: number
}

interface Use {
  lot: Lot
  amount: number
  returned: number
}

interface Wallet {
  lots: Lot[]
  held: number
}

interface Payment {
  /** The key in the ledger, with `#n` for the n-th hold's id. */
  name: string
  payer: string
  payee: string | null
  points: number
  earned: number
  uses: Use[]
  refunds: Map<string, { points: number; byHouse: boolean; takenBack: number }>
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

const KIND_RANK = { free: 0, paid: 1 }
const HOUSE = null
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

export class LedgerModel {
  readonly payments: Payment[] = []
  readonly holds: Hold[] = []
  readonly meters = new Map<string, Meter>()
  readonly earnings = new Map<string, number>()
  readonly debts = new Map<string, number>()
  house = 0
  issued = 0
  readonly #wallets = new Map<string, Wallet>()
  readonly #grants = new Map<string, string>()
  readonly #holdKeys = new Map<string, number>()
  #lotIds = 0

  /** Commands that are bugs of the caller: the ledger throws on them. */
  isAllowed(command: Command): boolean {
    const meter = 'call' in command ? this.meters.get(command.call) : undefined
    if (command.type === 'release') return !(meter?.state === 'open' && meter.isStarted)
    if (command.type === 'pointBack') return meter?.state === 'settled'
    if (command.type === 'refund') return this.payments.length > 0
    if (command.type === 'captureHold' || command.type === 'releaseHold') return this.holds.length > 0
    return true
  }

  /** What the ledger should answer. */
  run(command: Command): unknown {
    const answer = this.#run(command)
    // Overdue points that no hold covers are gone at once, posted or not.
    for (const wallet of this.#wallets.values()) this.#expire(wallet)
    return answer
  }

  /** What everybody should own. `used` is what a running call has used and not yet paid. */
  wallet(payer: string): { point: number; held: number; lots: [LotKind, number][] } {
    const wallet = this.#wallet(payer)
    const running = [...this.meters.values()].find((m) => m.payer === payer && m.state === 'open')
    const affordable = running ? running.funded + Math.floor(this.#available(payer) / running.increment) : 0
    const unpaid = running ? Math.max(0, Math.min(used(running), affordable) - running.captured) : 0
    const balance = sum(wallet.lots.map((lot) => lot.remaining))
    return {
      point: balance - unpaid * (running?.increment ?? 0),
      held: wallet.held,
      lots: inOrder(wallet.lots).map((lot) => [lot.kind, lot.remaining]),
    }
  }

  #run(command: Command): unknown {
    switch (command.type) {
      case 'grant':
        return this.#grant(command)
      case 'passExpiry':
        for (const lot of this.#wallet(command.payer).lots) {
          if (lot.kind === command.kind) lot.expiresIn = -1
        }
        // Lots that are empty now may be refunded into later: they are past their expiry as well.
        for (const use of this.payments.filter((p) => p.payer === command.payer).flatMap((p) => p.uses)) {
          if (use.lot.kind === command.kind) use.lot.expiresIn = -1
        }
        return null
      case 'sweep':
        return null
      case 'spend':
        return this.#spend(command)
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
        return [...this.meters]
          .filter(([, m]) => m.isStarted && m.state === 'open')
          .map(([id]) => this.#bill(id))
      case 'settle':
        return this.#settle(command)
      case 'release':
        this.#close(this.meters.get(command.call))
        return null
      case 'pointBack':
        return this.#pointBack(command)
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
      this.#wallet(command.payer).lots.push({ id: this.#lotIds++, ...lot })
      this.issued += command.points
    }
    return { isRepeat: first !== undefined, available: this.#available(command.payer) }
  }

  #spend({ key, payer, payee, points, sharePercent }: Extract<Command, { type: 'spend' }>) {
    const name = `spend:${payer}:${key}`
    const earned = payee === HOUSE ? 0 : Math.floor((points * sharePercent) / 100)
    const first = this.payments.find((payment) => payment.name === name)
    if (first) {
      const isSame = first.payee === payee && first.points === points && first.earned === earned
      return isSame ? { isRepeat: true, available: this.#available(payer) } : 'idempotencyMismatch'
    }
    if (this.#available(payer) < points) return 'insufficientPoints'
    this.#pay(name, payer, payee, points, earned, (lot) => lot.expiresIn > 0)
    return { isRepeat: false, available: this.#available(payer) }
  }

  #pay(
    name: string,
    payer: string,
    payee: string | null,
    points: number,
    earned: number,
    usable: (lot: Lot) => boolean,
  ) {
    const wallet = this.#wallet(payer)
    const uses: Use[] = []
    let missing = points
    for (const lot of inOrder(wallet.lots).filter(usable)) {
      const amount = Math.min(lot.remaining, missing)
      if (amount === 0) break
      lot.remaining -= amount
      missing -= amount
      uses.push({ lot, amount, returned: 0 })
    }
    if (missing > 0) throw new Error('the model is short of points')
    if (payee !== HOUSE) this.#earn(payee, earned)
    this.house += points - earned
    const payment = { name, payer, payee, points, earned, uses, refunds: new Map() }
    this.payments.push(payment)
    return payment
  }

  #refund({ key, payment: nth, points, paidByHouse }: Extract<Command, { type: 'refund' }>) {
    const payment = this.#nth(this.payments, nth)
    const first = payment.refunds.get(`${key}`)
    const byHouse = paidByHouse || payment.payee === HOUSE
    if (first) {
      const isSame = first.byHouse === byHouse && (points === 'all' || points === first.points)
      return isSame
        ? { points: first.points, takenBack: first.takenBack, isRepeat: true }
        : 'idempotencyMismatch'
    }
    const left = payment.points - sum([...payment.refunds.values()].map((refund) => refund.points))
    const wanted = points === 'all' ? left : points
    if (wanted === 0 || wanted > left) return 'refundExceeds'
    const { takenBack } = this.#reverse(payment, `${key}`, wanted, byHouse)
    return { points: wanted, takenBack, isRepeat: false }
  }

  #reverse(payment: Payment, key: string, points: number, byHouse: boolean) {
    const before = sum([...payment.refunds.values()].filter((r) => !r.byHouse).map((r) => r.points))
    const backAt = (returned: number) => Math.floor((payment.earned * returned) / payment.points)
    const takenBack = byHouse ? 0 : backAt(before + points) - backAt(before)
    this.house -= points - takenBack
    if (payment.payee !== HOUSE && takenBack > 0) {
      const fromEarnings = Math.min(takenBack, this.earnings.get(payment.payee) ?? 0)
      this.#earn(payment.payee, -fromEarnings)
      this.debts.set(payment.payee, (this.debts.get(payment.payee) ?? 0) - (takenBack - fromEarnings))
    }
    const lots = new Map<LotKind, number>()
    let missing = points
    for (const use of byOrder(payment.uses, (each) => each.lot).reverse()) {
      const amount = Math.min(use.amount - use.returned, missing)
      use.returned += amount
      use.lot.remaining += amount
      missing -= amount
      lots.set(use.lot.kind, (lots.get(use.lot.kind) ?? 0) + amount)
      const wallet = this.#wallet(payment.payer)
      if (!wallet.lots.includes(use.lot)) wallet.lots.push(use.lot)
    }
    payment.refunds.set(key, { points, byHouse, takenBack })
    // Every reversal is a command of its own: overdue points it brought back don't wait for the next.
    this.#expire(this.#wallet(payment.payer))
    return { takenBack, lots }
  }

  #hold({ key, payer, points }: Extract<Command, { type: 'hold' }>) {
    const first = this.#holdKeys.get(`${payer}:${key}`)
    if (first !== undefined) {
      const isSame = this.holds[first]?.points === points
      return isSame
        ? { hold: first, isRepeat: true, available: this.#available(payer) }
        : 'idempotencyMismatch'
    }
    if (this.#available(payer) < points) return 'insufficientPoints'
    this.#wallet(payer).held += points
    this.#holdKeys.set(`${payer}:${key}`, this.holds.length)
    this.holds.push({ payer, points, left: points })
    return { hold: this.holds.length - 1, isRepeat: false, available: this.#available(payer) }
  }

  #captureHold({ key, hold: nth, payee, points }: Extract<Command, { type: 'captureHold' }>) {
    const hold = this.#nth(this.holds, nth)
    const name = `capture:#${this.holds.indexOf(hold)}:${key}`
    const first = this.payments.find((payment) => payment.name === name)
    if (first) {
      const isSame = first.payee === payee && first.points === points
      return isSame ? { isRepeat: true, available: this.#available(hold.payer) } : 'idempotencyMismatch'
    }
    if (hold.left < points) return 'holdGone'
    const earned = payee === HOUSE ? 0 : Math.floor((points * 40) / 100)
    hold.left -= points
    this.#pay(name, hold.payer, payee, points, earned, () => true)
    this.#wallet(hold.payer).held -= points
    return { isRepeat: false, available: this.#available(hold.payer) }
  }

  #releaseHold(hold: Hold) {
    const released = hold.left
    hold.left = 0
    this.#wallet(hold.payer).held -= released
    return released
  }

  #open({ call, payer, payee, rate }: Extract<Command, { type: 'open' }>) {
    const first = this.meters.get(call)
    if (first) {
      const isSame =
        first.payer === payer && first.payee === payee && first.rate === rate && first.state === 'open'
      return isSame ? this.#opened(first) : 'idempotencyMismatch'
    }
    const open = [...this.meters.values()].filter((meter) => meter.state === 'open')
    if (open.some((meter) => meter.payer === payer)) return 'callAlreadyInCall'
    if (open.some((meter) => meter.payee === payee)) return 'callPartnerBusy'
    const increment = rate / 10
    const funded = Math.min(10, Math.floor(this.#available(payer) / increment))
    if (funded === 0) return 'insufficientPoints'
    this.#wallet(payer).held += funded * increment
    const meter: Meter = {
      ...{ payer, payee, increment, rate, funded, state: 'open', isStarted: false, chargedMs: 0 },
      ...{ captured: 0, charges: [], pointBack: null },
    }
    this.meters.set(call, meter)
    return this.#opened(meter)
  }

  #opened(meter: Meter) {
    return { funded: meter.funded, held: (meter.funded - meter.captured) * meter.increment }
  }

  #start(call: string) {
    const meter = this.meters.get(call)
    if (meter?.state !== 'open') return false
    meter.isStarted = true
    return true
  }

  #report(readings: { callId: string; chargedMs: number }[]) {
    const answered = new Map<string, unknown>()
    for (const { callId, chargedMs } of readings) {
      const meter = this.meters.get(callId)
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
      const more = Math.min(wanted, Math.floor(this.#available(meter.payer) / meter.increment))
      meter.funded += more
      this.#wallet(meter.payer).held += more * meter.increment
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
    meter.charges.push(this.#pay(name, meter.payer, meter.payee, points, earned, () => true))
    this.#wallet(meter.payer).held -= points
    meter.captured = upTo
  }

  #settle({ call, chargedMs }: Extract<Command, { type: 'settle' }>) {
    const meter = this.meters.get(call)
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
      ...{ chargedMs: meter.chargedMs, chargedIncrements: meter.captured, points, lots: sorted(lots) },
      earnedPoints: Math.floor((points * 40) / 100),
    }
  }

  #close(meter: Meter | undefined) {
    if (meter?.state !== 'open') return
    this.#wallet(meter.payer).held -= (meter.funded - meter.captured) * meter.increment
    meter.state = 'settled'
  }

  #pointBack({ call, points, paidByHouse }: Extract<Command, { type: 'pointBack' }>) {
    const meter = this.#meter(call)
    if (meter.pointBack) return meter.pointBack
    const back = { points: 0, takenBack: 0, lots: new Map<LotKind, number>() }
    for (const charge of [...meter.charges].reverse()) {
      const left = charge.points - sum([...charge.refunds.values()].map((refund) => refund.points))
      const part = points === 'all' ? left : Math.min(left, points - back.points)
      if (part <= 0) continue
      const { takenBack, lots } = this.#reverse(charge, 'pointBack', part, paidByHouse)
      back.points += part
      back.takenBack += takenBack
      for (const [kind, amount] of lots) back.lots.set(kind, (back.lots.get(kind) ?? 0) + amount)
    }
    const answer = { points: back.points, takenBack: back.takenBack, lots: sorted(back.lots) }
    if (back.points > 0) meter.pointBack = answer
    return answer
  }

  /** Open holds cover the lots that would be spent first; of the others, what is past its expiry goes. */
  #expire(wallet: Wallet) {
    let covered = wallet.held
    for (const lot of inOrder(wallet.lots)) {
      const kept = Math.min(lot.remaining, covered)
      covered -= kept
      if (lot.expiresIn > 0) continue
      this.issued -= lot.remaining - kept
      lot.remaining = kept
    }
    wallet.lots = wallet.lots.filter((lot) => lot.remaining > 0)
  }

  #wallet(payer: string): Wallet {
    const wallet = this.#wallets.get(payer) ?? { lots: [], held: 0 }
    this.#wallets.set(payer, wallet)
    return wallet
  }

  #available(payer: string): number {
    const wallet = this.#wallet(payer)
    return sum(wallet.lots.map((lot) => lot.remaining)) - wallet.held
  }

  #earn(payee: string, points: number) {
    this.earnings.set(payee, (this.earnings.get(payee) ?? 0) + points)
  }

  #meter(call: string): Meter {
    const meter = this.meters.get(call)
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

function inOrder(lots: Lot[]): Lot[] {
  return byOrder(
    lots.filter((lot) => lot.remaining > 0),
    (lot) => lot,
  )
}

function byOrder<Item>(items: Item[], lotOf: (item: Item) => Lot): Item[] {
  return [...items].sort((x, y) => {
    const [a, b] = [lotOf(x), lotOf(y)]
    return KIND_RANK[a.kind] - KIND_RANK[b.kind] || a.expiresIn - b.expiresIn || a.id - b.id
  })
}

function sorted(lots: Map<LotKind, number>): [LotKind, number][] {
  return [...lots].filter(([, points]) => points > 0).sort(([a], [b]) => KIND_RANK[a] - KIND_RANK[b])
}
