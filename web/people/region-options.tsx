import { regionGroups } from '#domain/people/regions.ts'

/** The prefectures in their groups, for a `Select`. */
export const RegionOptions = () =>
  regionGroups.map(({ name, regions }) => (
    <optgroup key={name} label={name}>
      {regions.map((region) => (
        <option key={region}>{region}</option>
      ))}
    </optgroup>
  ))
