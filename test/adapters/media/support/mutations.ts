import fc from 'fast-check'

const separator = '\r\n'
/** Lengths at and around limits, and far beyond. */
const lengths = [0, 1, 16, 17, 32, 33, 64, 65, 256, 257, 512, 513, 4_096]
const numbers = ['0', '-1', '127', '128', '255', '65535', '65536', '4294967296', '1e9', 'NaN', '９', '']

/** One change to a text of lines, as a machine or an enemy might make it. */
const mutation: fc.Arbitrary<(lines: string[]) => string[]> = fc.oneof(
  fc.nat().map((at) => (lines: string[]) => lines.filter((_, index) => index !== at % lines.length)),
  fc.tuple(fc.nat(), fc.nat()).map(
    ([from, to]) =>
      (lines: string[]) =>
        lines.toSpliced(to % lines.length, 0, lines[from % lines.length] ?? ''),
  ),
  fc.tuple(fc.nat(), fc.nat()).map(
    ([one, other]) =>
      (lines: string[]) =>
        lines
          .with(one % lines.length, lines[other % lines.length] ?? '')
          .with(other % lines.length, lines[one % lines.length] ?? ''),
  ),
  fc.tuple(fc.nat(), fc.string({ unit: 'binary', maxLength: 40 })).map(
    ([at, text]) =>
      (lines: string[]) =>
        lines.with(at % lines.length, (lines[at % lines.length] ?? '').slice(0, 4) + text),
  ),
  fc.tuple(fc.nat(), fc.constantFrom(...numbers)).map(
    ([at, number]) =>
      (lines: string[]) =>
        lines.with(at % lines.length, (lines[at % lines.length] ?? '').replace(/\d+/, number)),
  ),
  fc.tuple(fc.nat(), fc.constantFrom(...lengths)).map(
    ([at, length]) =>
      (lines: string[]) =>
        lines.with(
          at % lines.length,
          `${(lines[at % lines.length] ?? '').replace(/[^:=]*$/, '')}${'9'.repeat(length)}`,
        ),
  ),
  fc.nat().map((at) => (lines: string[]) => lines.slice(0, Math.max(1, at % lines.length))),
)

/** The text with some of its lines changed, and then perhaps some of its characters. */
export const mutated = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(mutation, { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(40), fc.string({ unit: 'binary', maxLength: 20 })), {
        maxLength: 2,
      }),
    )
    .map(([changes, cuts]) => {
      const lines = changes.reduce(
        (each, change) => (each.length > 0 ? change(each) : each),
        text.split(separator),
      )
      return cuts.reduce((whole, [at, cut, insert]) => {
        const start = at % (whole.length + 1)
        return whole.slice(0, start) + insert + whole.slice(start + cut)
      }, lines.join(separator))
    })
