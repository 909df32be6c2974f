/** The first message of a measured server process. */
export interface PollServer {
  port: number
  /** Cookie headers of signed-in members; empty where there is no sign-in. */
  cookies: string[]
}

/** Answers each message of the parent with this process's CPU time so far, in microseconds, all threads counted. */
export const answerCpuQuestions = (stop: () => Promise<void>): void => {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.on('disconnect', () => void stop().finally(() => process.exit()))
}
