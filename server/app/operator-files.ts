import { operatorGalleryImagePath, operatorGalleryVideoPath } from '#contract/gallery/operator.ts'
import { marketImagePath } from '#contract/market/operator.ts'
import { reportImagePath, reportVideoPath } from '#contract/moderation/moderation.ts'
import { isPictureOf } from '#server/gallery/operator-queries.ts'
import { videoIdForOperators } from '#server/gallery/video/item-video.ts'
import type { OperatorImages } from '#server/images/operator-image-routes.ts'
import { isDisputeImage } from '#server/market/operator-queries.ts'
import { evidenceVideo, isEvidenceImage } from '#server/moderation/report-queries.ts'
import type { OperatorVideos } from '#server/videos/operator-video-routes.ts'

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const reportPattern = '\\d{1,15}'

/** By address: the pictures of reports, of gallery items and of disputes, as operators see them. */
export const operatorImages: Readonly<Record<string, OperatorImages>> = {
  [reportImagePath]: {
    idPattern: reportPattern,
    action: 'operatorReportImage',
    subject: 'report',
    isSigned: false,
    isPartOf: (db, reportId, imageId) => isEvidenceImage(db, Number(reportId), imageId),
  },
  [operatorGalleryImagePath]: {
    idPattern: uuidPattern,
    action: 'operatorGalleryImage',
    subject: 'gallery',
    isSigned: true,
    isPartOf: isPictureOf,
  },
  [marketImagePath]: {
    idPattern: uuidPattern,
    action: 'operatorMarketImage',
    subject: 'market',
    isSigned: false,
    isPartOf: isDisputeImage,
  },
}

/** By address: the videos of gallery items and of reported posts, as operators see them. */
export const operatorVideos: Readonly<Record<string, OperatorVideos>> = {
  [operatorGalleryVideoPath]: {
    idPattern: uuidPattern,
    action: 'operatorGalleryVideo',
    subject: 'gallery',
    isSigned: true,
    videoOf: videoIdForOperators,
  },
  [reportVideoPath]: {
    idPattern: reportPattern,
    action: 'operatorReportVideo',
    subject: 'report',
    isSigned: false,
    videoOf: (db, reportId) => evidenceVideo(db, Number(reportId)),
  },
}
