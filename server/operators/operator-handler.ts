import type { EndpointSpec, InputOf, OutputOf, RefusalsOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { JsonInput } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Client, Request, SharedRefusal } from '#server/http/handlers.ts'
import { recordAudit } from './audit.ts'
import type { Operator } from './operator-sessions.ts'

type RefusalOf<E extends EndpointSpec> = Refusal<RefusalsOf<E> | SharedRefusal>

export interface OperatorWork<E extends EndpointSpec> {
  context: Context
  input: InputOf<E>
  operator: Operator
  client: Client
  /** The transaction that also writes the audit line. Everything is read and changed through it. */
  tx: Tx
}

/** An answer with its line for the audit log. */
export interface Audited<Answer> {
  answer: Answer
  /** What it was done to, by its id: a member's, an order's; null when it is about everything. */
  subject: string | null
  before?: JsonInput
  after?: JsonInput
  /** What waits for the commit. What fails there is logged: the change stands. */
  afterCommit?: () => Promise<void>
}

type Answering<E extends EndpointSpec> = (
  request: Request<E> & { viewer: Operator },
  name: string,
) => Promise<OutputOf<E> | Refusal>

/** How the audit log treats an operator's endpoint: `action` and `reading` write a line, `overview` writes none. */
export type AuditMode = 'action' | 'reading' | 'overview'

/**
 * The handler of an endpoint of access `operator`. No other type is accepted there and only the three functions below
 * create one, so that no endpoint can omit the audit log.
 */
export class OperatorHandler<E extends EndpointSpec> {
  readonly reception: AuditMode
  readonly #answering: Answering<E>

  constructor(reception: AuditMode, answering: Answering<E>) {
    this.reception = reception
    this.#answering = answering
  }

  /**
   * Refuses texts that the audit log can't keep: badInput.
   *
   * @param name the endpoint's, which is the action's name in the audit log
   */
  async answer(request: Parameters<Answering<E>>[0], name: string): Promise<OutputOf<E> | Refusal> {
    return isStorable(request.input) ? this.#answering(request, name) : refuse('badInput')
  }
}

/** Whether PostgreSQL can keep all texts of a value: it stores neither a zero character nor half a surrogate pair. */
const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (value === null || typeof value !== 'object') return true
  return Object.values(value).every(isStorable)
}

const workOf = <E extends EndpointSpec>(
  { context, input, viewer, client }: Parameters<Answering<E>>[0],
  tx: Tx,
): OperatorWork<E> => ({ context, input, operator: viewer, client, tx })

const audited = async <E extends EndpointSpec>(
  tx: Tx,
  { viewer, client }: Parameters<Answering<E>>[0],
  action: string,
  { answer, afterCommit: _, ...entry }: Audited<OutputOf<E>>,
): Promise<OutputOf<E>> => {
  await recordAudit(tx, { operatorId: viewer.id, address: client.address, action, ...entry })
  return answer
}

/** Changes something. The change and its line in the audit log are one transaction; a refusal leaves neither. */
export const operatorAction = <E extends EndpointSpec>(
  work: (work: OperatorWork<E>) => Promise<Audited<OutputOf<E>> | RefusalOf<E>>,
): OperatorHandler<E> =>
  new OperatorHandler('action', async (request, name) => {
    const { db, log } = request.context
    let finish: Audited<OutputOf<E>>['afterCommit']
    const answer = await inTransaction(db, async (tx) => {
      const done = await work(workOf(request, tx))
      if (isRefusal(done)) return done
      finish = done.afterCommit
      return audited(tx, request, name, done)
    })
    if (!isRefusal(answer))
      await finish?.().catch((error: unknown) =>
        log.error('operator-action-not-finished', { action: name, error }),
      )
    return answer
  })

/** Shows data of one person or about money, and writes a line saying so. PostgreSQL refuses changes in it. */
export const operatorReading = <E extends EndpointSpec>(
  work: (work: OperatorWork<E>) => Promise<Audited<OutputOf<E>> | RefusalOf<E>>,
): OperatorHandler<E> =>
  new OperatorHandler('reading', async (request, name) => {
    const { context } = request
    const read = await readOnly(context, (tx) => work(workOf(request, tx)))
    // Before the answer leaves: what can't be recorded isn't shown.
    return isRefusal(read) ? read : context.db.transaction().execute((tx) => audited(tx, request, name, read))
  })

/** Shows lists and figures that aren't about one person. It writes no line, and PostgreSQL refuses changes in it. */
export const operatorOverview = <E extends EndpointSpec>(
  work: (work: OperatorWork<E>) => Promise<OutputOf<E> | RefusalOf<E>>,
): OperatorHandler<E> =>
  new OperatorHandler('overview', (request) => readOnly(request.context, (tx) => work(workOf(request, tx))))

const readOnly = <Result>({ db }: Context, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction().setAccessMode('read only').execute(work)
