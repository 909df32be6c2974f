import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { createGate } from '#server/images/request-guard.ts'

const workerScript = new URL('./markdown-worker.ts', import.meta.url)
/** An operator's text takes milliseconds. Some texts of the same length would take half a minute. */
const draftTimeoutMs = 5_000
/** A published text was a draft before; a busy machine may take more time for it. */
const publishedTimeoutMs = 30_000
const megabytesMax = 256

/** Cached pages; a text always gives the same page. */
const made = new LRUCache<string, string>({ max: 100 })
/** Being rendered for readers. */
const published = new Map<string, Promise<string>>()
/** Drafts being rendered at once in this process. */
const drafts = createGate(2)

/** An operator's text as HTML. Refuses with `markdownTooComplex` a text that takes too much work. */
export const renderDraft = (
  markdown: string,
  withinMs = draftTimeoutMs,
): Promise<string | Refusal<'markdownTooComplex'>> => drafts(() => render(markdown, withinMs))

/** A published text as HTML. Concurrent requests share one rendering. */
export const renderPublished = (markdown: string): Promise<string> => {
  const running = published.get(markdown)
  if (running) return running
  const started = render(markdown, publishedTimeoutMs)
    .then((html) => {
      if (isRefusal(html)) throw new Error('a published text takes too much work to render')
      return html
    })
    .finally(() => published.delete(markdown))
  published.set(markdown, started)
  return started
}

const render = async (
  markdown: string,
  withinMs: number,
): Promise<string | Refusal<'markdownTooComplex'>> => {
  const known = made.get(markdown)
  if (known !== undefined) return known
  const html = await renderApart(markdown, withinMs)
  if (!isRefusal(html)) made.set(markdown, html)
  return html
}

/**
 * In a separate thread, because parsing Markdown can't be interrupted and takes quadratic time for some
 * texts.
 */
const renderApart = (markdown: string, withinMs: number): Promise<string | Refusal<'markdownTooComplex'>> => {
  const { promise, resolve } = Promise.withResolvers<string | Refusal<'markdownTooComplex'>>()
  const worker = new Worker(workerScript, {
    workerData: markdown,
    resourceLimits: { maxOldGenerationSizeMb: megabytesMax },
  })
  const timer = setTimeout(() => resolve(refuse('markdownTooComplex')), withinMs)
  worker.once('message', resolve)
  worker.once('error', () => resolve(refuse('markdownTooComplex')))
  return promise.finally(() => {
    clearTimeout(timer)
    void worker.terminate()
  })
}
