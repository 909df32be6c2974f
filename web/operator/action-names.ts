import { noticeKinds } from '../../contract/operator-notices.ts'

type Names = Readonly<Record<string, string>>

/** What the audit log's words are called in Japanese. Each area adds its own; what isn't here shows as it is. */
const actions: Names = {
  signIn: 'サインイン',
  signOut: 'サインアウト',
  passwordRefused: 'パスワードの誤り',
  codeRefused: '確認コードの誤り',
  addOperator: '運営者の追加',
  resetOperator: '運営者の再設定',
  closeOperator: '運営者の停止',
  operatorChangePassword: 'パスワードの変更',
  operatorRenewRecoveryCodes: '予備コードの再発行',
  operatorEndOtherSignIns: 'ほかのサインインの終了',
  operatorFinishNotice: 'お知らせを対応済みに',
  operatorCheckLedger: '台帳の検査',
  operatorPayouts: '報酬の申請の閲覧',
  operatorApprovePayout: '報酬の支払いの承認',
  operatorRefusePayout: '報酬の申請の差し戻し',
  operatorPayPayout: '報酬を支払い済みに',
  operatorPayoutBatch: '振込データの保存',
  operatorFreezes: '凍結中の報酬の閲覧',
  operatorTakeBackEarnings: '報酬の取り消し',
  operatorBaseDateReport: '基準日報告の閲覧',
  operatorAddCampaign: 'キャンペーンの追加',
  operatorPublishLegalDocument: '規約・法定表示の公開',
  operatorOutbox: '送信箱の閲覧',
  operatorOrders: '注文の検索',
  operatorOrder: '注文の表示',
  operatorRequestRefund: '返金の申請',
  operatorApproveRefund: '返金の承認',
  operatorBookTransfer: '入金の記帳',
  operatorApproveTransfer: '入金の承認',
  operatorWithdrawTransfer: '入金の記帳の取り消し',
  operatorSettleDispute: 'チャージバックの確定',
  operatorReports: '通報の一覧の閲覧',
  operatorReport: '通報の閲覧',
  operatorReportImage: '通報の画像の閲覧',
  operatorCloseReport: '通報を対応済みに',
  operatorHideReview: 'レビューの表示の変更',
  operatorSetContactGuard: '連絡先の交換への対応の変更',
  operatorSaveCourse: 'コースの保存',
  operatorSetRateBounds: '通話料金の範囲の変更',
}

/** Of what is kept before and after an action. */
const fields: Names = {
  again: '保存済みを含む',
  contactGuard: '連絡先の交換への対応',
  amountYen: '金額（円）',
  freePoints: '無料ポイント',
  id: 'コース',
  isOnSale: '販売中',
  priceYen: '価格（円）',
  reason: '理由',
  reference: '入金の番号',
  refundId: '返金の番号',
  search: '検索',
  state: '状態',
  by: '方法',
  payoutIds: '申請番号',
  payouts: '件数',
  yen: '合計（円）',
  defects: '問題の件数',
  kind: '種類',
  subject: '対象',
  unusedPoints: '未使用残高',
  name: '名前',
  outcome: '対応',
  note: 'メモ',
  member: '会員',
  messages: 'メッセージ',
  reports: '件数',
  image: '画像',
  part: '部分',
  isHidden: '非表示',
  startsAt: '開始',
  endsAt: '終了',
  claimsFrom: '受け取り開始',
  claimsUntil: '受け取り終了',
  percent: '還元率',
  capPoints: '上限',
  validDays: '有効日数',
  min: '下限',
  max: '上限',
  version: '版',
  changeSummary: '変更の内容',
  asksConsent: '同意を求める',
}

const values: Names = {
  ...noticeKinds,
  true: 'はい',
  false: 'いいえ',
  off: '何もしない',
  warn: '警告する',
  refuse: '送信を断る',
  none: '対応なし',
  warned: '警告',
  review: 'レビュー',
  answer: '返信',
  open: '未対応',
  closed: '対応済み',
  enrolment: '認証アプリの登録',
  authenticator: '認証アプリ',
  recoveryCode: '予備コード',
}

const named =
  (names: Names) =>
  (word: string): string =>
    Object.hasOwn(names, word) ? (names[word] ?? word) : word

export const actionName = named(actions)
export const fieldName = named(fields)
export const valueName = named(values)
