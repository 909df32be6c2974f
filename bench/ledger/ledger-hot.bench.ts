/**
 * P3: the same payments all to one broadcaster, against PostgreSQL updating one plain row: how much waiting
 * for the one row is saved.
 */
import { compareLedger } from './ledger-comparison.ts'

export const bench = compareLedger({
  clients: 256,
  payees: 1,
  reference: {
    name: 'pgbench UPDATE',
    // Half of each page is left free, as in the ledger's own table of accounts.
    schema: `create table bench_hot (id int primary key, balance bigint not null) with (fillfactor = 50);
      insert into bench_hot values (1, 0)`,
    script: '\\set value random(1, 500)\nupdate bench_hot set balance = balance + :value where id = 1;\n',
  },
  barTimes: 10,
})
