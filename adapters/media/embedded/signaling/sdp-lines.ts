import { MediaRefused, offerBytesMax } from '../../port.ts'

/**
 * What an offer may hold. Chromium with every codec it knows sends about 300 lines in two sections, 200 of them
 * attributes of the picture; a machine with twenty network interfaces sends about 40 candidates a section.
 */
const linesMax = 2_000
const lineCharsMax = 1_024
const sectionsMax = 16
const attributesPerSectionMax = 500
const candidatesPerSectionMax = 100

/** The values of each attribute by its name, in order; an attribute without a value has an empty one. */
export type Attributes = ReadonlyMap<string, readonly string[]>

export interface SectionLines {
  /** What follows `m=`. */
  mediaLine: string
  attributes: Attributes
}

export const malformed = (what: string) => new MediaRefused(422, `malformed offer: ${what}`)

/** Divides an offer into its sections. Refuses with 413 or 422 what is too long, before anything in it is looked at. */
export const readSections = (sdp: string): { session: Attributes; sections: SectionLines[] } => {
  if (sdp.length > offerBytesMax || Buffer.byteLength(sdp) > offerBytesMax)
    throw new MediaRefused(413, 'offer too long')
  const lines = sdp.split(/\r\n|\n|\r/)
  if (lines[0] !== 'v=0') throw malformed('no version line')
  if (lines.length > linesMax) throw malformed('too many lines')
  if (lines.some((line) => line.length > lineCharsMax)) throw malformed('a line is too long')
  const starts = lines.flatMap((line, index) => (line.startsWith('m=') ? [index] : []))
  if (starts.length === 0) throw malformed('no media section')
  if (starts.length > sectionsMax) throw malformed('too many media sections')
  const sections = starts.map((start, index) => ({
    mediaLine: (lines[start] ?? '').slice(2),
    attributes: readAttributes(lines.slice(start + 1, starts[index + 1])),
  }))
  return { session: readAttributes(lines.slice(0, starts[0])), sections }
}

const readAttributes = (lines: readonly string[]): Attributes => {
  const attributes = new Map<string, string[]>()
  let count = 0
  for (const line of lines) {
    if (!line.startsWith('a=')) continue
    count += 1
    if (count > attributesPerSectionMax) throw malformed('too many attributes in a section')
    const colon = line.indexOf(':')
    const name = colon < 0 ? line.slice(2) : line.slice(2, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1)
    const values = attributes.get(name)
    if (values) values.push(value)
    else attributes.set(name, [value])
  }
  if ((attributes.get('candidate')?.length ?? 0) > candidatesPerSectionMax)
    throw malformed('too many candidates')
  return attributes
}
