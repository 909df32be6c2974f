/** 28歳・東京, or 東京 for a person whose age is hidden. `brief`: 28・東京. */
export const AgeAndRegion = ({
  age,
  region,
  brief = false,
}: {
  age: number | null
  region: string
  brief?: boolean
}) => (
  <>
    {age === null ? null : (
      <>
        <span className="num">{age}</span>
        {brief ? '・' : '歳・'}
      </>
    )}
    {region}
  </>
)
