import { createHash } from 'node:crypto'
import type { Sql } from '#server/db/database.ts'

/** What the migrations know of themselves (server/db/migrate.ts): no part of the schema. */
const bookkeeping = ['schema_migration', 'schema_function']

/**
 * Describes every object of schema public as text, sorted by kind and name: types, tables with their columns
 * in order, constraints, indexes, triggers and first rows, sequences, views and functions. Two databases with
 * the same text behave the same.
 *
 * A view and a function are described by their signature and a hash of their definition. A function's
 * comments and line breaks don't count.
 */
export async function describeSchema(sql: Sql): Promise<string> {
  const objects = [
    ...(await types(sql)),
    ...(await tables(sql)),
    ...(await sequences(sql)),
    ...(await views(sql)),
    ...(await functions(sql)),
    ...(await descriptions(sql)),
  ]
  return `${objects.join('\n\n')}\n`
}

/** A line per part of one object, below the line that names it. */
const block = (head: string, lines: readonly string[]): string =>
  [head, ...lines.map((line) => `  ${line}`)].join('\n')

async function types(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string; labels: string[] }[]>`
    select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as labels
    from pg_type t join pg_enum e on e.enumtypid = t.oid
    where t.typnamespace = 'public'::regnamespace group by 1 order by t.typname collate "C"`
  return rows.map(({ name, labels }) => block(`type ${name}`, labels))
}

interface TableRow {
  name: string
  options: string
  columns: string[]
  constraints: string[]
  indexes: string[]
  triggers: string[]
}

async function tables(sql: Sql): Promise<string[]> {
  const rows = await sql<TableRow[]>`
    select c.relname as name,
      concat_ws(' ', case c.relpersistence when 'u' then 'unlogged' end, c.reloptions::text, c.relacl::text,
        case when c.relrowsecurity then 'row security' end) as options,
      array(
        select concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
          case when a.attnotnull then 'not null' end,
          case when a.attgenerated <> '' then 'generated' when a.atthasdef then 'default' end,
          pg_get_expr(d.adbin, d.adrelid),
          case a.attidentity when 'a' then 'identity always' when 'd' then 'identity by default' end,
          case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end)
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
      array(
        select format('%s: %s', k.conname, pg_get_constraintdef(k.oid)) from pg_constraint k
        where k.conrelid = c.oid and k.contype <> 'n' order by k.conname collate "C") as constraints,
      array(
        select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class x on x.oid = i.indexrelid
        where i.indrelid = c.oid order by x.relname collate "C") as indexes,
      array(
        select concat_ws(' ', pg_get_triggerdef(g.oid), nullif(g.tgenabled, 'O')) from pg_trigger g
        where g.tgrelid = c.oid and not g.tgisinternal order by g.tgname collate "C") as triggers
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname <> all (${bookkeeping})
    order by c.relname collate "C"`
  const described: string[] = []
  for (const { name, options, columns, constraints, indexes, triggers } of rows) {
    const lines = [...columns, ...constraints, ...indexes, ...triggers, ...(await firstRows(sql, name))]
    described.push(block(`table ${name} ${options}`.trim(), lines))
  }
  return described
}

/** The rows that the migrations insert. A moment is only said to be there: it is that of the migration. */
async function firstRows(sql: Sql, table: string): Promise<string[]> {
  const rows = await sql.unsafe<{ row: Record<string, unknown> }[]>(
    `select to_jsonb(t) as row from "${table}" t`,
  )
  return rows
    .map(({ row }) =>
      JSON.stringify(row, (_key, value) =>
        typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? 'a moment' : value,
      ),
    )
    .toSorted()
    .map((row) => `row ${row}`)
}

async function sequences(sql: Sql): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select concat_ws(' ', s.sequencename, s.data_type::text, 'start', s.start_value, 'from', s.min_value, 'to',
      s.max_value, 'by', s.increment_by, case when s.cycle then 'cycle' end, 'cache', s.cache_size,
      'last', s.last_value, 'of', d.refobjid::regclass, a.attname) as text
    from pg_sequences s
    left join pg_depend d on d.objid = format('public.%I', s.sequencename)::regclass
      and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where s.schemaname = 'public' order by s.sequencename collate "C"`
  return rows.map(({ text }) => `sequence ${text}`)
}

async function views(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string; columns: string[]; options: string; definition: string }[]>`
    select c.relname as name, concat_ws(' ', c.reloptions::text, c.relacl::text) as options,
      pg_get_viewdef(c.oid) as definition,
      array(
        select format('%s %s', a.attname, format_type(a.atttypid, a.atttypmod)) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 order by a.attnum) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
    order by c.relname collate "C"`
  return rows.map(({ name, columns, options, definition }) =>
    block(`view ${name} ${options}`.trim(), [...columns, hashOf(definition)]),
  )
}

async function functions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string; result: string; definition: string; rights: string | null }[]>`
    select p.oid::regprocedure::text as name, pg_get_function_result(p.oid) as result,
      pg_get_functiondef(p.oid) as definition, p.proacl::text as rights
    from pg_proc p where p.pronamespace = 'public'::regnamespace
    order by p.oid::regprocedure::text collate "C"`
  return rows.map(({ name, result, definition, rights }) =>
    block(`function ${name}`, [`returns ${result}`, ...(rights ? [rights] : []), hashOf(definition)]),
  )
}

/** What `comment on` says, of any object. */
async function descriptions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    select format('%s: %s', pg_describe_object(d.classoid, d.objoid, d.objsubid), d.description) as text
    from pg_description d
    where (pg_identify_object(d.classoid, d.objoid, d.objsubid)).schema = 'public' order by 1`
  return rows.map(({ text }) => `comment on ${text}`)
}

const hashOf = (definition: string): string => {
  const bare = definition.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
  return createHash('sha256').update(bare).digest('hex').slice(0, 16)
}
