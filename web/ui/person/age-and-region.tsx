/** 28歳・東京; only one of them, or nothing, where the member hides or hasn't given the other. `brief`: 28・東京. */
export const AgeAndRegion = ({
  age,
  region,
  brief = false,
}: {
  age: number | null
  region: string | null
  brief?: boolean
}) => (
  <>
    {age === null ? null : (
      <>
        <span className="num">{age}</span>
        {brief && region ? null : '歳'}
        {region ? '・' : null}
      </>
    )}
    {region}
  </>
)
