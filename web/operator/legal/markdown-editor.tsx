import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { markdownMax, operatorLegalEndpoints } from '#contract/legal/operator/documents.ts'
import { FormattedText } from '#web/legal/formatted-text.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { count } from '#web/text/format.ts'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import styles from './markdown-editor.module.css'

/** A pause in writing; then the preview follows. */
const previewAfterMs = 500

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), previewAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** A Markdown text, and beside it the page as members will see it, rendered by the server. */
export const MarkdownEditor = ({ text, onWrite }: { text: string; onWrite: (text: string) => void }) => {
  const markdown = useSettled(text)
  const preview = useQuery({
    queryKey: ['operator-preview', markdown],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(operatorLegalEndpoints.operatorPreviewMarkdown, { markdown }, { signal })).html,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className={styles.editor}>
      <Field
        label="本文（Markdown）"
        note={`${count(text.length)}/${count(markdownMax)}`}
        hint="見出し「## 」、箇条書き「- 」、表「| 項目 | 内容 |」、強調「**…**」、リンク「[言葉](/terms)」が使えます。HTMLと画像は使えません。"
      >
        <Textarea
          className={styles.area}
          value={text}
          maxLength={markdownMax}
          spellCheck={false}
          onChange={(event) => onWrite(event.target.value)}
        />
      </Field>
      <section className={styles.preview} aria-label="プレビュー">
        <h2>プレビュー</h2>
        {preview.error ? (
          <p className={styles.error} role="alert">
            {preview.error.message}
          </p>
        ) : null}
        <div className={styles.paper}>
          <FormattedText html={preview.data ?? ''} isPreview />
        </div>
      </section>
    </div>
  )
}
