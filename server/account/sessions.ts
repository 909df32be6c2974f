import type { Role } from '../../contract/account.ts'

/** Who asks. `sessionKey` names the session without being able to open it. */
export interface Viewer {
  memberId: string
  name: string
  role: Role
  token: string
  isFirstRegister: boolean
  sessionKey: string
}

export interface Sessions {
  /** The viewer of a request's Cookie header, or null. In-process LRU over PostgreSQL. */
  ofCookies(cookieHeader: string | null | undefined): Promise<Viewer | null>
}
