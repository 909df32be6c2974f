/**
 * P2: payments a second between many callers and many broadcasters, with lots and the platform's part,
 * against PostgreSQL inserting one plain row per transaction.
 */
import { compareLedger } from './ledger-comparison.ts'

export const bench = compareLedger({
  clients: 64,
  payees: 1_000,
  reference: {
    name: 'pgbench INSERT',
    schema: `create table bench_row (
      id bigint generated always as identity primary key,
      value bigint not null,
      created_at timestamptz not null default now()
    )`,
    script: '\\set value random(1, 500)\ninsert into bench_row (value) values (:value);\n',
  },
  barTimes: 0.5,
})
