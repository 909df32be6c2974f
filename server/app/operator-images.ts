import { operatorGalleryImagePath } from '#contract/gallery/operator.ts'
import { marketImagePath } from '#contract/market/operator.ts'
import { reportImagePath } from '#contract/moderation/moderation.ts'
import { isPictureOf } from '#server/gallery/operator-queries.ts'
import type { OperatorImages } from '#server/images/operator-image-routes.ts'
import { isDisputeImage } from '#server/market/operator-queries.ts'
import { isEvidenceImage } from '#server/moderation/report-queries.ts'

const uuidPattern = '[0-9a-f-]{36}'

/** By address: the pictures of reports, of gallery items and of disputes, as operators see them. */
export const operatorImages: Readonly<Record<string, OperatorImages>> = {
  [reportImagePath]: {
    idPattern: '\\d{1,15}',
    action: 'operatorReportImage',
    subject: 'report',
    isPartOf: (db, reportId, imageId) => isEvidenceImage(db, Number(reportId), imageId),
  },
  [operatorGalleryImagePath]: {
    idPattern: uuidPattern,
    action: 'operatorGalleryImage',
    subject: 'gallery',
    isPartOf: isPictureOf,
  },
  [marketImagePath]: {
    idPattern: uuidPattern,
    action: 'operatorMarketImage',
    subject: 'market',
    isPartOf: isDisputeImage,
  },
}
