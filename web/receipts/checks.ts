import type { ReceiptVerdict } from '#contract/receipts/receipts.ts'
import type { Verification } from './verification.ts'

export interface Check {
  label: string
  text: string
  state: 'ok' | 'bad' | 'open'
}

const keyTexts = {
  genuine: { text: 'Koyoiの鍵です', state: 'ok' },
  // Anybody can write a key's name: only the signature shows the signer.
  altered: { text: 'Koyoiの鍵の名前があります', state: 'open' },
  unknownKey: { text: 'Koyoiの鍵ではありません', state: 'bad' },
  distrustedKey: { text: '取り消された鍵です', state: 'bad' },
  unreadable: { text: '確かめられませんでした', state: 'open' },
} as const satisfies Record<ReceiptVerdict, Omit<Check, 'label'>>

/** The checks of a readable receipt and their results, in words. */
export const checksOf = (verification: Verification): Check[] => {
  const { receipt, verdict } = verification
  if (!receipt) return []
  return [
    { label: '署名の鍵', ...keyTexts[verdict] },
    signatureCheck(verification),
    recordCheck(verification),
    ...checkpointChecks(verification),
  ]
}

const signatureCheck = ({ verdict, checkedBy }: Verification): Check => {
  const label = '電子署名'
  if (checkedBy === null) return { label, text: '確かめられませんでした', state: 'open' }
  const where = checkedBy === 'browser' ? 'このブラウザで確認' : 'Koyoiのサーバーで確認'
  return verdict === 'altered'
    ? { label, text: `内容と一致しません（${where}）`, state: 'bad' }
    : { label, text: `内容と一致しました（${where}）`, state: 'ok' }
}

const recordCheck = ({ verdict, comparison }: Verification): Check => {
  const label = '現在の記録'
  if (comparison === 'unreachable') return { label, text: '通信できず、照合していません', state: 'open' }
  if (comparison === null) return { label, text: '照合していません', state: 'open' }
  if (!comparison.isOnRecord) return { label, text: '記録が見つかりません', state: 'bad' }
  if (comparison.differences.length === 0) return { label, text: '一致しました', state: 'ok' }
  const count = comparison.differences.length
  const text = verdict === 'genuine' ? `発行後に${count}項目が変わりました` : `${count}項目が違います`
  return { label, text, state: 'bad' }
}

const checkpointChecks = ({ comparison }: Verification): Check[] => {
  const label = '日次確定'
  if (comparison === null || comparison === 'unreachable') return []
  const texts = {
    made: { text: '確定された記録に含まれています', state: 'ok' },
    pending: { text: 'まだ確定されていません（翌日に確定されます）', state: 'open' },
    different: { text: '明細にある確定値と一致しません', state: 'bad' },
  } as const
  return comparison.checkpoint === 'none' ? [] : [{ label, ...texts[comparison.checkpoint] }]
}
