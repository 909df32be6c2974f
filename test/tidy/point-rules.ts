import { isTest, type Rule } from './rule.ts'
import { isNode, quasiText } from './source-tree.ts'
import { at, calledName } from './text-rules.ts'

/** What moves a member's points: commands of the ledger, and the functions of orders in SQL. */
const movers = /^(grantPoints|spendPoints|captureHold|refundTransfer|settleMeter|pointBack)$/
const sqlMovers = /\b(grant_purchase|void_order|charge_back|give_back\w*|settle_order_points)\(/

/** Wrappers whose callers publish it in the same transaction, a new member, and the demo before it is open. */
const publishedElsewhere = [
  'server/points/ledger/ledger.ts',
  'server/points/metering/metering.ts',
  'server/points/registration-grant.ts',
  'server/calls/actions/return-points.ts',
  'server/demo/seed/seed-demo.ts',
  'server/demo/seed/past-earnings.ts',
  'server/demo/seed/seed-gallery.ts',
]

/** Every process remembers balances (server/points/point-cache.ts): one that moves unheard is shown as it was. */
export const movesArePublished: Rule = {
  sentence: "a file that moves a member's points publishes point:changed",
  check: (file) => {
    if (!file.path.startsWith('server/') || isTest(file.path) || publishedElsewhere.includes(file.path))
      return []
    if (file.text.includes("type: 'point:changed'")) return []
    return file.nodes
      .filter(
        (node) =>
          movers.test(calledName(node) ?? '') ||
          (node.type === 'TemplateLiteral' &&
            Array.isArray(node.quasis) &&
            node.quasis.filter(isNode).some((quasi) => sqlMovers.test(quasiText(quasi)))),
      )
      .map((node) => `${at(file, node)} moves points and publishes nothing`)
  },
  broken: { path: 'server/market/x.ts', text: 'await spendPoints(tx, payment)' },
  kept: {
    path: 'server/market/x.ts',
    text: "await spendPoints(tx, payment)\nawait events.publish(tx, { type: 'point:changed', memberId })",
  },
}
