import { sql } from 'kysely'
import type { GalleryKind } from '#contract/gallery/gallery.ts'
import type { GalleryState } from '#contract/gallery/own-items.ts'
import type { GalleryReceipt, ReceiptCheckpoint } from '#contract/receipts/receipts.ts'
import { galleryAccess } from '#domain/gallery/access.ts'
import { galleryReceiptFields } from '#domain/gallery/purchase-receipt.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { paymentRecord } from '#server/points/payment-record.ts'
import { signReceipt } from '#server/secrets/sign-receipt.ts'
import { accessFactsOf } from './item-rows.ts'

interface Row {
  holderId: string
  itemId: string
  kind: GalleryKind
  title: string
  state: GalleryState
  ownerId: string
  ownerName: string
  ownerAvatarId: string | null
  points: number
  boughtAt: Date
}

interface Purchase {
  holderId: string
  receipt: GalleryReceipt
  checkpoints: ReceiptCheckpoint[]
}

/** A purchase by the id of its payment; null without one. */
const purchaseById = async (db: Db, receiptId: number): Promise<Purchase | null> => {
  const { rows } = await sql<Row>`
    select p.member_id as "holderId", i.id as "itemId", i.kind, i.title, i.state, m.id as "ownerId", m.name as "ownerName",
      m.avatar_id as "ownerAvatarId", p.points, p.bought_at as "boughtAt"
    from gallery_purchase p join gallery_item i on i.id = p.item_id join member m on m.id = i.owner_id
    where p.transfer_id = ${receiptId}`.execute(db)
  const [row] = rows
  if (!row) return null
  const [payment, access] = await Promise.all([
    paymentRecord(db, receiptId),
    accessFactsOf(db, row.itemId, row.holderId),
  ])
  return {
    holderId: row.holderId,
    checkpoints: payment.checkpoints,
    receipt: {
      receiptId,
      itemId: access && galleryAccess(access) === 'bought' ? row.itemId : null,
      kind: row.kind,
      // A title may name a person whom the removal protects.
      title: row.state === 'removed' || row.title === '' ? null : row.title,
      owner: { id: row.ownerId, name: row.ownerName, avatarId: row.ownerAvatarId },
      boughtAt: row.boughtAt.toISOString(),
      points: row.points,
      lots: payment.lots.map(({ expiresAt, ...lot }) => ({ ...lot, expiresAt: expiresAt.toISOString() })),
      returned: payment.returned && {
        points: payment.returned.points,
        at: payment.returned.at.toISOString(),
      },
    },
  }
}

/** Our records of a purchase, for any verifier. */
export const galleryReceiptRecord = async (context: Pick<Context, 'db'>, id: string) => {
  const purchase = /^[1-9]\d{0,14}$/.test(id) ? await purchaseById(context.db, Number(id)) : null
  if (!purchase) return null
  const { holderId, receipt, checkpoints } = purchase
  return { holderId, fields: galleryReceiptFields(receipt), checkpoints }
}

/** A member's own purchase with its verifiable receipt; null for another member's. */
export const signedGalleryReceipt = async (
  context: Context,
  receiptId: number,
  memberId: string,
): Promise<{ receipt: GalleryReceipt; signed: string } | null> => {
  const purchase = await purchaseById(context.db, receiptId)
  if (purchase?.holderId !== memberId) return null
  const { receipt, checkpoints } = purchase
  const fields = galleryReceiptFields(receipt)
  return {
    receipt,
    signed: await signReceipt(context, { kind: 'gallery', id: String(receiptId), fields, checkpoints }),
  }
}
