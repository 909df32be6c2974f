import { type MovieFileKind, movieApplicationIds } from '#contract/timeline/movies.ts'
import type { Context } from '#server/context.ts'
import { isSignedFor, signatureOf } from '#server/images/signed-address.ts'

export interface MovieFile {
  kind: MovieFileKind
  applicationId: number
  fileId: string
}

/** No image and no other video has such a name, so that a token opens one file of one kind for one application. */
const signedName = ({ kind, applicationId, fileId }: MovieFile): string =>
  `timeline:${kind}:${applicationId}:${fileId}`

export const isKnownApplication = (applicationId: number): boolean =>
  movieApplicationIds.includes(applicationId)

/** A token that names its holder, null for a visitor, and ends within ten minutes, as the address of an original does. */
export const signMediaToken = (
  signing: Pick<Context, 'secret' | 'now'>,
  file: MovieFile,
  memberId: string | null,
): string => {
  const { holder, until, sign } = signatureOf(signing, signedName(file), memberId)
  return `${holder}.${until}.${sign}`
}

const shape = /^(\d{1,12}|visitor)\.(\d{1,12})\.([\w-]{1,64})$/

/** The holder's token, or null: another viewer's, another file's, ended or none at all. */
export const readMediaToken = (
  signing: Pick<Context, 'secret' | 'now'>,
  file: MovieFile,
  memberId: string | null,
  token: string,
): { until: number } | null => {
  const [, holder = '', until = '', sign = ''] = shape.exec(token) ?? []
  const signature = { holder, until: Number(until), sign }
  return isSignedFor(signing, signedName(file), memberId, sign ? signature : null)
    ? { until: Number(until) }
    : null
}
