import { parentPort, workerData } from 'node:worker_threads'
import { markdownHtml } from './markdown-html.ts'

parentPort?.postMessage(markdownHtml(workerData as string))
