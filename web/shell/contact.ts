import { useSyncExternalStore } from 'react'
import { browserName, systemName } from '#domain/shell/device-name.ts'
import { count } from '#web/text/format.ts'
import { bootData } from './boot.ts'
import { observable } from './observable.ts'

/** A point pack that a member wants to buy by bank transfer. */
export interface TransferRequest {
  orderId: string
  priceYen: number
  /** Null while it isn't known. */
  bankAccount: string | null
}

export interface Contact {
  /** Null: a question of any other kind. */
  transfer: TransferRequest | null
  /** The password was forgotten: a mailed reset is offered first. */
  isPasswordForgotten: boolean
}

const current = observable<Contact | null>(null)

/** Opens the contact modal over any page (specification 2). */
export const openContact = (transfer: TransferRequest | null = null): void =>
  current.set({ transfer, isPasswordForgotten: false })
export const openForgottenPassword = (): void => current.set({ transfer: null, isPasswordForgotten: true })
export const closeContact = (): void => current.set(null)
export const useContact = (): Contact | null => useSyncExternalStore(current.subscribe, current.get)

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
