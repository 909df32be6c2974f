/** The level at which the app reports a line of PostgreSQL's log. */
export type LogLevel = 'warning' | 'debug'

/** A server that ended or couldn't write; lines of statements, which may quote members' texts, are not among these. */
const warnings = [
  /^(PANIC|FATAL|WARNING): /,
  /^LOG: .*\b(was terminated by|exited with exit code|not properly shut down|reinitializing)\b/,
  /^(ERROR|LOG): {2}could not (write|extend|fsync|open|create|read|access|flush|allocate|fork)\b/,
]

/** Each connection gets these while the server ends or restarts, which other lines report once. */
const repeated =
  /the database system is (starting up|shutting down|in recovery mode|not yet accepting connections)|terminating connection/

/** Never part of a warning: PostgreSQL quotes there what the failed process was doing. */
const forDebugging = /^(DETAIL|HINT|hint): /

/** Undefined for a line that isn't reported. */
export const levelOfLine = (line: string): LogLevel | undefined => {
  if (warnings.some((warning) => warning.test(line))) return repeated.test(line) ? 'debug' : 'warning'
  return forDebugging.test(line) ? 'debug' : undefined
}
