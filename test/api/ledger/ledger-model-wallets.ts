import type { LotKind } from '#contract/core/shared.ts'

export interface Lot {
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

export interface Payment {
  /** The key in the ledger, with `#n` for the n-th hold's id. */
  name: string
  payer: string
  payee: string | null
  points: number
  earned: number
  uses: Use[]
  refunds: Map<string, { points: number; byPlatform: boolean; takenBack: number }>
}

/** In place of a payee: the platform sells it. */
export const platformAccount = null

const kindRank = { free: 0, paid: 1 }
export const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Who owns what: wallets of lots, earnings, debts and the platform. */
export class WalletsModel {
  readonly payments: Payment[] = []
  readonly earnings = new Map<string, number>()
  readonly debts = new Map<string, number>()
  platform = 0
  /** Issued and not expired. */
  issued = 0
  readonly #wallets = new Map<string, Wallet>()
  #lotIds = 0

  of(payer: string): Wallet {
    const wallet = this.#wallets.get(payer) ?? { lots: [], held: 0 }
    this.#wallets.set(payer, wallet)
    return wallet
  }

  /** What may be spent now. */
  available(payer: string): number {
    const wallet = this.of(payer)
    this.#expire(wallet)
    return sum(wallet.lots.map((lot) => lot.remaining)) - wallet.held
  }

  lotsOf(payer: string): Lot[] {
    return inOrder(this.of(payer).lots)
  }

  issue(payer: string, lot: { kind: LotKind; expiresIn: number; remaining: number }): void {
    this.of(payer).lots.push({ id: this.#lotIds++, ...lot })
    this.issued += lot.remaining
  }

  passExpiry(payer: string, kind: LotKind): void {
    // Lots that are empty now may receive a refund later: they are past their expiry as well.
    const uses = this.payments.filter((payment) => payment.payer === payer).flatMap((payment) => payment.uses)
    for (const lot of [...this.of(payer).lots, ...uses.map((use) => use.lot)]) {
      if (lot.kind === kind) lot.expiresIn = -1
    }
  }

  pay(
    bill: { name: string; payer: string; payee: string | null; points: number; earned: number },
    isUsable: (lot: Lot) => boolean,
  ): Payment {
    const uses: Use[] = []
    let missing = bill.points
    for (const lot of this.lotsOf(bill.payer).filter(isUsable)) {
      const amount = Math.min(lot.remaining, missing)
      if (amount === 0) break
      lot.remaining -= amount
      missing -= amount
      uses.push({ lot, amount, returned: 0 })
    }
    if (missing > 0) throw new Error('the model is short of points')
    if (bill.payee !== platformAccount) this.#earn(bill.payee, bill.earned)
    this.platform += bill.points - bill.earned
    const payment = { ...bill, uses, refunds: new Map() }
    this.payments.push(payment)
    return payment
  }

  reverse(payment: Payment, key: string, points: number, byPlatform: boolean) {
    const before = sum([...payment.refunds.values()].filter((r) => !r.byPlatform).map((r) => r.points))
    const backAt = (returned: number) => Math.floor((payment.earned * returned) / payment.points)
    const takenBack = byPlatform ? 0 : backAt(before + points) - backAt(before)
    this.platform -= points - takenBack
    if (payment.payee !== platformAccount && takenBack > 0) {
      const fromEarnings = Math.min(takenBack, this.earnings.get(payment.payee) ?? 0)
      this.#earn(payment.payee, -fromEarnings)
      this.debts.set(payment.payee, (this.debts.get(payment.payee) ?? 0) - (takenBack - fromEarnings))
    }
    payment.refunds.set(key, { points, byPlatform, takenBack })
    const lots = this.#returnLots(payment, points)
    // Every reversal is a command of its own: overdue points it brought back expire at once.
    this.#expire(this.of(payment.payer))
    return { takenBack, lots }
  }

  /** Overdue points that no hold covers are gone at once, posted or not. */
  expire(): void {
    for (const wallet of this.#wallets.values()) this.#expire(wallet)
  }

  #returnLots(payment: Payment, points: number): Map<LotKind, number> {
    const returned = new Map<LotKind, number>()
    const { lots } = this.of(payment.payer)
    let missing = points
    for (const use of byOrder(payment.uses, (each) => each.lot).reverse()) {
      const amount = Math.min(use.amount - use.returned, missing)
      use.returned += amount
      use.lot.remaining += amount
      missing -= amount
      returned.set(use.lot.kind, (returned.get(use.lot.kind) ?? 0) + amount)
      if (!lots.includes(use.lot)) lots.push(use.lot)
    }
    return returned
  }

  /** Open holds cover the lots that would be spent first; of the others, what is past its expiry goes. */
  #expire(wallet: Wallet): void {
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

  #earn(payee: string, points: number): void {
    this.earnings.set(payee, (this.earnings.get(payee) ?? 0) + points)
  }
}

/** Points by kind as pairs, free first. */
export function byKind(lots: Map<LotKind, number>): [LotKind, number][] {
  return [...lots].filter(([, points]) => points > 0).sort(([a], [b]) => kindRank[a] - kindRank[b])
}

function inOrder(lots: Lot[]): Lot[] {
  return byOrder(
    lots.filter((lot) => lot.remaining > 0),
    (lot) => lot,
  )
}

function byOrder<Item>(items: Item[], lotOf: (item: Item) => Lot): Item[] {
  return [...items].sort((x, y) => {
    const [a, b] = [lotOf(x), lotOf(y)]
    return kindRank[a.kind] - kindRank[b.kind] || a.expiresIn - b.expiresIn || a.id - b.id
  })
}
