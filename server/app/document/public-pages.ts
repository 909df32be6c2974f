import { legalTitles } from '#contract/legal/legal-documents.ts'
import { publicPagesWith } from '#domain/shell/page-head.ts'

export const publicPages = publicPagesWith(legalTitles)
