import type { QueryClient } from '@tanstack/react-query'
import type { PageAnswers } from '#contract/core/rendered-page.ts'

/** The answers that the page was rendered with (server/app/document/rendered-pages.ts); null in every other page. */
const pageAnswers = (): PageAnswers | null => {
  const text = document.getElementById('answers')?.textContent
  if (!text) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Spares a page its first requests. An old page, such as one of a step back, shows its answers and asks for newer ones. */
export const seedAnswers = (queries: QueryClient): void => {
  const answers = pageAnswers()
  if (!answers) return
  // A clock that is slow would make the answers fresh for longer than they are.
  const updatedAt = Math.min(answers.atMs, Date.now())
  for (const [key, data] of answers.entries) queries.setQueryData(key, data, { updatedAt })
}
