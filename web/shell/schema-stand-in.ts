/**
 * Stands in for `zod/mini` in the built page. The browser sends requests and shows answers; only the server
 * validates, so the contract's schemas are declared there and never used: the library would be 9 KB (gzip) of
 * dead weight on the first page. Whoever does try to validate in the browser hears of it at once.
 */

const refuseToValidate = (): never => {
  throw new Error('Schemas validate on the server only; see web/shell/schema-stand-in.ts')
}

const validators: ReadonlySet<PropertyKey> = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

const schema: unknown = new Proxy(() => schema, {
  get: (_, property) => (validators.has(property) ? refuseToValidate : schema),
  apply: () => schema,
})

export default schema
