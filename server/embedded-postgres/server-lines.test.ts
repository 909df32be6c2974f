import { expect, it } from 'vitest'
import { levelOfLine } from './server-lines.ts'

it.each([
  'PANIC:  could not write to file "pg_wal/xlogtemp.412": No space left on device',
  'FATAL:  could not write lock file "postmaster.pid": No space left on device',
  'ERROR:  could not extend file "base/16385/16411": No space left on device',
  'WARNING:  page verification failed, calculated checksum 1 but expected 2',
  'LOG:  server process (PID 412) was terminated by signal 9: Killed',
  'LOG:  checkpointer process (PID 412) exited with exit code 1',
  'LOG:  all server processes terminated; reinitializing',
  'LOG:  database system was not properly shut down; automatic recovery in progress',
  'LOG:  could not fork new process for connection: Cannot allocate memory',
])('warns of %s', (line) => expect(levelOfLine(line)).toBe('warning'))

it.each([
  'FATAL:  the database system is starting up',
  'FATAL:  terminating connection due to administrator command',
  'WARNING:  terminating connection because of crash of another server process',
  "DETAIL:  Failed process was running: update member set name = 'たろう'",
  'HINT:  In a moment you should be able to reconnect to the database and repeat your command.',
])('reports only for debugging %s', (line) => expect(levelOfLine(line)).toBe('debug'))

it.each([
  'ERROR:  duplicate key value violates unique constraint "member_email"',
  'ERROR:  could not serialize access due to concurrent update',
  "STATEMENT:  update member set name = 'could not write'",
  'LOG:  starting PostgreSQL 18.1 on x86_64-pc-linux-musl',
  'LOG:  database system is ready to accept connections',
  '\tcould not write',
])('drops %s', (line) => expect(levelOfLine(line)).toBeUndefined())
