import type { DocumentKind, DocumentSide } from '#contract/applications/applications.ts'

/** The hint beside each kind of document. */
export const documentKindHints: Record<DocumentKind, string> = {
  driversLicence: '表と裏の両方を撮影します',
  myNumberCard: '表だけを撮影します。裏の個人番号は写さないでください',
  passport: '顔写真のページを撮影します',
  residenceCard: '表と裏の両方を撮影します',
}

const sideNames: Record<DocumentSide, string> = {
  front: '表',
  back: '裏',
  selfie: 'お顔と書類',
}

/** A passport has pages, no sides. */
export const sideName = (kind: DocumentKind, side: DocumentSide): string =>
  kind === 'passport' && side === 'front' ? '顔写真のページ' : sideNames[side]

/** What the picture must show. */
export const sideHints: Record<DocumentSide, string> = {
  front: '四隅まで入れて、文字と顔写真がはっきり読めるように。明るい所で、反射に気をつけて撮ってください。',
  back: '何も書かれていなくても必要です。四隅まで入れて撮ってください。',
  selfie: '書類の表をお顔の横に持って、お顔と書類の両方がはっきり写るように撮ってください。',
}

/** Rules that a broadcaster agrees to; `broadcasterTermsVersion` is their version. */
export const broadcasterTerms: readonly string[] = [
  '18歳以上の本人が、自分で通話とトークに応じること。代理や、ほかの人との共用はできません。',
  '申し込みの内容と書類は、本人のもので、事実のとおりであること。',
  '連絡先の交換、外での待ち合わせの約束、アプリの外での支払いの受け取りをしないこと。',
  '法律と、利用規約・コミュニティガイドラインを守ること。守られないときは、配信をお断りすることがあります。',
  '報酬は、通話などで使われたポイントの一部です。割合と支払いの条件は、ベースの「報酬」に表示します。',
]
