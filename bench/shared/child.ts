import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A process of a benchmark: it receives a message and answers once. */
export interface Child {
  process: ChildProcess
  pid: number
  /** The next message of the child; rejects when it ends instead. */
  next<Message>(): Promise<Message>
  request<Answer>(question: unknown): Promise<Answer>
  /** Ends the process and waits until it is gone. */
  end(): Promise<void>
}

const endPatienceMs = 10_000

/** Forks `file`; child processes end with their channel. */
export const startChild = (
  file: URL,
  options: { env?: Record<string, string>; execArgv?: string[] } = {},
): Child => {
  const child = fork(fileURLToPath(file), {
    env: { ...process.env, ...options.env },
    execArgv: options.execArgv ?? [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const next = <Message>() =>
    new Promise<Message>((resolve, reject) => {
      const onMessage = (message: unknown) => {
        child.off('exit', onExit)
        resolve(message as Message)
      }
      const onExit = (code: number | null, signal: string | null) => {
        child.off('message', onMessage)
        reject(new Error(`${file} ended (${signal ?? `exit code ${code}`})`))
      }
      child.once('message', onMessage)
      child.once('exit', onExit)
    })
  return {
    process: child,
    pid: child.pid ?? 0,
    next,
    request: <Answer>(question: unknown) => {
      const answer = next<Answer>()
      child.send(question as object)
      return answer
    },
    end: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        const timer = setTimeout(() => child.kill('SIGKILL'), endPatienceMs)
        child.once('exit', () => {
          clearTimeout(timer)
          resolve()
        })
        if (child.connected) child.disconnect()
      }),
  }
}
