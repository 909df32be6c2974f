import { areaOrder } from './area-order.ts'
import { serverArea } from './import-rules.ts'
import { isTest, type Rule } from './rule.ts'
import { isNode, leadingText, type Node, quasiText, type SourceFile } from './source-tree.ts'
import { at, calledName } from './text-rules.ts'

const migrationFile = /^server\/db\/migrations\/\d{4}_([a-z]+)(_[a-z_]+)?\.sql$/
const functionFile = /^server\/db\/functions\/([a-z]+)\/.+\.sql$/
const createTable = /^create (?:unlogged )?table (\w+)/gm
const kyselyCall =
  /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|(inner|left|right|full|cross)Join(Lateral)?|using|from)$/
const kyselyWrite = /^(insertInto|updateTable|deleteFrom|mergeInto)$/
const sqlTable = /\b(delete from|from|join|into|update|only)\s+"?(\w+)"?/gi
const sqlWrite = /^(delete from|into|update)$/i

/** Tables that other areas join in one query: members, calls and seats, reviews, operators. They never write them. */
const readable = ['member', 'call', 'call_seat', 'review', 'operator']

/** Tables by the area whose migration makes them: `0013_points_orders.sql` makes tables of `points`. */
export function tableOwners(files: readonly SourceFile[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { path, text } of files) {
    const area = migrationFile.exec(path)?.[1]
    if (area === undefined) continue
    for (const [, table] of text.matchAll(createTable)) owners.set(table ?? '', area)
  }
  return owners
}

/** What `tableOwners` reads from the names of files. */
export const schemaAreas: Rule = {
  sentence: 'a migration and a folder of SQL functions have the name of an area of the server',
  check: ({ path }) => {
    if (!path.startsWith('server/db/migrations/') && !path.startsWith('server/db/functions/')) return []
    const area = (migrationFile.exec(path) ?? functionFile.exec(path))?.[1] ?? ''
    return areaOrder.server?.includes(area) ? [] : [`${path} is of no area of the server`]
  },
  broken: { path: 'server/db/functions/notices/x.sql', text: '' },
  kept: { path: 'server/db/migrations/0001_notifications_settings.sql', text: '' },
}

/** Views aren't tables: they are what an area shows to the others. */
export function tableRule(owners: ReadonlyMap<string, string>): Rule {
  return {
    sentence: 'an area reads and writes its own tables; of others it uses actions, queries and views',
    check: (file) => {
      const area = serverArea(file.path)
      if (area === undefined || isTest(file.path) || ![...owners.values()].includes(area)) return []
      return file.nodes.flatMap((node) =>
        tablesUsedBy(node)
          .filter(
            ({ table, isWritten }) =>
              isForeign(table, area, owners) && (isWritten || !readable.includes(table)),
          )
          .map(({ table }) => `${at(file, node)} uses ${table} of ${owners.get(table)}`),
      )
    },
    broken: {
      path: 'server/calls/x.ts',
      text: 'sql`update member set name = null where id in (select id from call)`',
    },
    kept: {
      path: 'server/calls/x.ts',
      text: "db.selectFrom('call as c').innerJoin('member as m', 'm.id', 'c.caller_id')",
    },
  }
}

interface TableUse {
  table: string
  isWritten: boolean
}

function isForeign(table: string, area: string, owners: ReadonlyMap<string, string>): boolean {
  return owners.has(table) && owners.get(table) !== area
}

function tablesUsedBy(node: Node): TableUse[] {
  if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis)) {
    const text = node.quasis.map(quasiText).join(' ')
    return [...text.matchAll(sqlTable)].map(([, word = '', table = '']) => ({
      table,
      isWritten: sqlWrite.test(word),
    }))
  }
  const call = calledName(node) ?? ''
  if (!kyselyCall.test(call) || !Array.isArray(node.arguments)) return []
  const [first] = node.arguments
  const names = isNode(first) && first.type === 'ArrayExpression' ? (first.elements as unknown[]) : [first]
  return names.map((name) => ({
    table: (leadingText(name) ?? '').split(' ')[0] ?? '',
    isWritten: kyselyWrite.test(call),
  }))
}
