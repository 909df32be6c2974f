import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import {
  broadcasterTermsVersion,
  type DocumentKind,
  type DocumentSide,
  uploadDocumentPath,
} from '#contract/applications/applications.ts'
import { documentImagePath } from '#contract/applications/operator.ts'
import { sidesOf } from '#domain/applications/documents.ts'
import { openSession } from '#server/members/actions/open-session.ts'
import {
  createOperatorWorld,
  granted,
  type OperatorBrowser,
  type OperatorWorld,
} from '../operators/operator-world.ts'

export const hanako = { legalName: '山田 花子', legalKana: 'ヤマダ ハナコ', birthDate: '1998-04-03' }

interface Applicant extends OperatorBrowser {
  id: string
}

export interface ApplicationWorld extends OperatorWorld {
  /** A caller with a browser. */
  applicant(member?: { email?: string; passwordHash?: string }): Promise<Applicant>
  upload(
    at: OperatorBrowser,
    side: DocumentSide,
    options?: { id?: string; bytes?: Uint8Array },
  ): Promise<{ status: number; code?: string }>
  /** Sends everything that a kind of document needs, and the form. Returns the last answer. */
  handIn(
    at: OperatorBrowser,
    options?: { documentKind?: DocumentKind; person?: Partial<typeof hanako> },
  ): Promise<{ type: string; code?: string }>
  /** The newest application of a member, as an operator sees it. */
  newestOf(operator: OperatorBrowser, memberId: string): Promise<{ id: number; submissions: number }>
  view(operator: OperatorBrowser, applicationId: number, documentId: string): Promise<Response>
}

let members = 60_000_000

export const documentPicture = (shade = '#cde'): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: shade } })
    .jpeg()
    .withExif({ IFD0: { Copyright: '秘密のカメラ' } })
    .toBuffer()

export const createApplicationWorld = async (env: Record<string, string> = {}): Promise<ApplicationWorld> => {
  const world = await createOperatorWorld(env)

  const applicant: ApplicationWorld['applicant'] = async (member = {}) => {
    const id = String(members++)
    await world.context.db
      .insertInto('member')
      .values({
        id,
        name: `申込者${id}`,
        email: member.email ?? null,
        password_hash: member.passwordHash ?? null,
      })
      .execute()
    const opened = await openSession(world.context, world.context.db, {
      memberId: id,
      isFirstRegister: false,
      userAgent: '',
    })
    const at = world.operatorBrowser()
    at.browser.cookies.set('next-auth.session-token', opened.cookieValue)
    return { ...at, id }
  }

  const upload: ApplicationWorld['upload'] = async (at, side, { id = randomUUID(), bytes } = {}) => {
    const body = new Uint8Array(bytes ?? (await documentPicture()))
    const answer = await at.browser.fetch(`${uploadDocumentPath}?id=${id}&side=${side}`, {
      method: 'POST',
      body,
    })
    return { status: answer.status, ...((await answer.json()) as object) }
  }

  return {
    ...world,
    applicant,
    upload,
    handIn: async (at, { documentKind = 'driversLicence', person = {} } = {}) => {
      granted(await at.request('beginApplication', { documentKind }))
      for (const side of sidesOf(documentKind)) await upload(at, side)
      const termsVersion = broadcasterTermsVersion
      return at.request('submitApplication', { ...hanako, ...person, documentKind, termsVersion })
    },
    newestOf: async (operator, memberId) => {
      for (const state of ['waiting', 'others'] as const) {
        const { applications } = granted(await operator.request('operatorApplications', { state, memberId }))
        const [newest] = applications
        if (newest) return newest
      }
      throw new Error(`no application of ${memberId}`)
    },
    view: ({ browser }, applicationId, documentId) =>
      browser.fetch(`${documentImagePath}/${applicationId}/${documentId}`),
  }
}

/** Repeated steps of the tests of applications. */
export const applicationSteps = (world: () => ApplicationWorld, operator: () => OperatorBrowser) => ({
  stateOf: async (at: OperatorBrowser) => granted(await at.request('getApplication', {})).application,
  /** Names of the documents' files. */
  files: async (): Promise<string[]> => {
    const folder = path.join(world().context.config.dataDir, 'identity')
    return (await readdir(folder).catch(() => [])).filter((name) => !name.endsWith('.draft'))
  },
  /** What an operator decides about. */
  decide: async (at: Applicant) => {
    const { id, submissions } = await world().newestOf(operator(), at.id)
    return { applicationId: id, submission: submissions }
  },
  documentsOf: async (applicationId: number) =>
    granted(await operator().request('operatorApplication', { applicationId })).application.documents,
})
