import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { createGate } from '#server/images/request-guard.ts'

const workerScript = new URL('./markdown-worker.ts', import.meta.url)
/** What an operator writes takes milliseconds. Some texts of the same length would take half a minute. */
const draftTimeoutMs = 5_000
/** What is published was a draft before; a machine that is busy may take its time. */
const publishedTimeoutMs = 30_000
const megabytesMax = 256

/** Pages that are kept made; a text always gives the same page. */
const made = new LRUCache<string, string>({ max: 100 })
/** Being rendered for readers. */
const published = new Map<string, Promise<string>>()
/** Drafts being rendered at once in this process. */
const drafts = createGate(2)

/** What an operator has written as HTML. Refuses with `markdownTooComplex` what takes too much work. */
export const renderDraft = (
  markdown: string,
  withinMs = draftTimeoutMs,
): Promise<string | Refusal<'markdownTooComplex'>> => drafts(() => render(markdown, withinMs))

/** A published text as HTML. Who asks while it is being rendered waits for the same. */
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

/** In a thread of its own, because parsing Markdown can't be interrupted and takes the square of some texts. */
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
