import { browserName, systemName } from '#domain/shell/device-name.ts'
import { bootData } from '#web/shell/boot.ts'
import type { TransferRequest } from '#web/shell/contact.ts'
import { count } from '#web/text/format.ts'

/** The operator's own, from the settings of the server. */
export const supportMail = (): string => bootData().supportMail ?? ''

/** Specification 2: while it loads, and when it is unknown. */
export const addressLoading = '取得中'
export const addressUnavailable = '取得不可'
export const unknownText = '不明'

/** The sender: a member by id, a visitor by IP address. */
export type Writer = { id: string; name: string } | { address: string }

/** The mail as it opens in the writer's own program. */
export const contactMail = (
  to: string,
  writer: Writer,
  userAgent: string,
  transfer: TransferRequest | null,
): string => {
  const isMember = 'id' in writer
  const lines = [
    ...(transfer
      ? [
          `${count(transfer.priceYen)}円のコースの購入を希望します。`,
          `注文番号：${transfer.orderId}`,
          `お振込先：${transfer.bankAccount ?? unknownText}`,
          'お振込人名義：',
        ]
      : ['お問い合わせの内容：', '']),
    '',
    '――――――――――',
    '確認に必要な情報です。消さずにお送りください。',
    isMember ? `ユーザーID：${writer.id}` : `IPアドレス：${writer.address}`,
    `お名前：${isMember ? writer.name : '未登録'}`,
    `OS：${systemName(userAgent) ?? unknownText}`,
    `ブラウザ：${browserName(userAgent) ?? unknownText}`,
  ]
  const subject = transfer ? '【今宵】銀行振込での購入' : '【今宵】お問い合わせ'
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`
  return `mailto:${to}?${query}`
}
