/**
 * One visit of an empty phone browser, as Lighthouse measures it: its mobile preset (slow 4G: 1.6 Mbit/s, 150 ms, and a
 * fourth of the processor's speed), with throttling that is applied, not reckoned afterwards, so that what is requested
 * before the first picture is what a phone requests.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { wholeChromium } from '#scripts/checks/chromium.ts'
import { referenceFolder } from './reference.ts'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof categories)[number]

interface Audit {
  title: string
  score: number | null
  numericValue?: number
  details?: { items?: unknown[] }
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

type Lighthouse = (url: string, flags: Record<string, unknown>) => Promise<{ lhr: Report } | undefined>

interface ChromeLauncher {
  launch(options: { chromePath: string; chromeFlags: string[] }): Promise<{ port: number; kill(): void }>
}

export interface Visit {
  /** Of a hundred. */
  scores: Record<Category, number>
  lcpMs: number
  tbtMs: number
  cls: number
  kilobytes: number
  /** Begun before the largest picture or text was painted, the document included. */
  requestsBefore: number
  /** The largest element, as its first tag is written. */
  largest: string
  /** What costs points in the categories other than performance. */
  failed: string[]
}

const installed = (file: string) =>
  import(pathToFileURL(path.join(referenceFolder, 'node_modules', ...file.split('/'))).href)

/** The nodes that an audit shows, wherever in its details they are. */
const nodesIn = (value: unknown): { snippet: string }[] => {
  if (typeof value !== 'object' || value === null) return []
  if ('snippet' in value && typeof value.snippet === 'string') return [{ snippet: value.snippet }]
  return Object.values(value).flatMap(nodesIn)
}

const failedIn = ({ categories: all, audits }: Report): string[] =>
  Object.entries(all)
    .filter(([name]) => name !== 'performance' && (categories as readonly string[]).includes(name))
    .flatMap(([name, { auditRefs }]) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${name} ${id}: ${nodesIn(audits[id]?.details)[0]?.snippet ?? audits[id]?.title}`),
    )

const figure = ({ audits }: Report, id: string): number => audits[id]?.numericValue ?? Number.NaN

const visitOf = (report: Report): Visit => {
  const lcpMs = figure(report, 'largest-contentful-paint')
  const requests = (report.audits['network-requests']?.details?.items ?? []) as {
    networkRequestTime: number
  }[]
  return {
    scores: Object.fromEntries(
      categories.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)]),
    ) as Record<Category, number>,
    lcpMs,
    tbtMs: figure(report, 'total-blocking-time'),
    cls: figure(report, 'cumulative-layout-shift'),
    kilobytes: figure(report, 'total-byte-weight') / 1_000,
    requestsBefore: requests.filter(({ networkRequestTime }) => networkRequestTime < lcpMs).length,
    largest: nodesIn(report.audits['lcp-breakdown-insight']?.details)[0]?.snippet ?? '',
    failed: failedIn(report),
  }
}

/** @param wanted the categories to ask for; without performance a visit is faster, and its figures are missing */
export const visit = async (url: string, wanted: readonly Category[] = categories): Promise<Visit> => {
  const { default: lighthouse } = (await installed('lighthouse/core/index.js')) as { default: Lighthouse }
  const { launch } = (await installed('chrome-launcher/dist/index.js')) as ChromeLauncher
  const chrome = await launch({
    chromePath: wholeChromium(),
    chromeFlags: ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'silent',
      onlyCategories: wanted,
      throttlingMethod: 'devtools',
      // Chromium asks servers on this machine for Brotli, which Next.js leaves to a proxy.
      extraHeaders: { 'accept-encoding': 'gzip' },
    })
    if (!result) throw new Error(`Lighthouse has no report of ${url}`)
    return visitOf(result.lhr)
  } finally {
    chrome.kill()
  }
}
