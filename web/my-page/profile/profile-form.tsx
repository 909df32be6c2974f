import { useId, useState } from 'react'
import { nicknameGraphemesMax } from '#contract/account/account.ts'
import {
  type OwnProfile,
  profileAgeMax,
  profileAgeMin,
  profileBioMax,
  profileJobMax,
} from '#contract/people/own-profile.ts'
import { regionGroups } from '#domain/people/regions.ts'
import { graphemeCount } from '#domain/text/written.ts'
import { RegionOptions } from '#web/people/region-options.tsx'
import { useKeptDraft } from '#web/session/use-kept-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { stopEnterOfConversion } from '#web/ui/form/composition-enter.ts'
import { Field, Input, Select, Textarea } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { changesOf, draftOf, type ProfileDraft } from './profile-draft.ts'
import styles from './profile-form.module.css'
import { TagField } from './tag-field.tsx'
import { type Saving, useSaving } from './use-saving.tsx'

interface Part {
  draft: ProfileDraft
  onChange: (change: Partial<ProfileDraft>) => void
}

/** The member's profile; changed fields are sent, the others stay. */
export const ProfileForm = ({ stored, onSaved }: { stored: OwnProfile; onSaved: () => void }) => {
  const [opened, setOpened] = useState(stored)
  const kept = useKeptDraft('profile', draftOf(opened))
  const { draft } = kept
  const saving: Saving = useSaving((saved) => {
    setOpened(saved)
    // What was typed while it was sent remains.
    kept.forget(changesOf(kept.now(), draft))
    onSaved()
  })
  const changes = changesOf(draft, opened)
  const part: Part = { draft, onChange: kept.change }
  return (
    <form
      className={styles.form}
      noValidate
      onKeyDown={stopEnterOfConversion}
      onSubmit={(event) => {
        event.preventDefault()
        saving.save(changes)
      }}
    >
      <Panel className={styles.fields} title="基本">
        <NameField {...part} />
        <PlaceAndAge {...part} />
        {draft.age === null ? null : <AgeSwitch {...part} />}
      </Panel>
      <Panel className={styles.fields} title="自己紹介">
        <JobField {...part} />
        <BioField {...part} />
        <TagField tags={draft.tags} onChange={(tags) => part.onChange({ tags })} />
      </Panel>
      <Button
        type="submit"
        variant="primary"
        size="l"
        block
        busy={saving.isBusy}
        aria-disabled={Object.keys(changes).length === 0 || undefined}
      >
        保存する
      </Button>
      {saving.dialog}
    </form>
  )
}

const Count = ({ text, max }: { text: string; max: number }) => {
  const used = graphemeCount(text.trim())
  return (
    <span className={used > max ? styles.over : undefined}>
      <span className="num">
        {used}/{max}
      </span>
      <span className="vh">文字</span>
    </span>
  )
}

const NameField = ({ draft, onChange }: Part) => (
  <Field label="ニックネーム" note={<Count text={draft.name} max={nicknameGraphemesMax} />}>
    <Input
      name="nickname"
      value={draft.name}
      autoComplete="nickname"
      onChange={(event) => onChange({ name: event.target.value })}
    />
  </Field>
)

const ages = Array.from({ length: profileAgeMax - profileAgeMin + 1 }, (_, index) => profileAgeMin + index)

const notGiven = ''

/** A region that has left the list stays selectable, so that an untouched field doesn't change. */
const isListed = (region: string): boolean =>
  regionGroups.some((group) => (group.regions as readonly string[]).includes(region))

const PlaceAndAge = ({ draft, onChange }: Part) => (
  <div className={styles.pair}>
    <Field label="地域">
      <Select
        value={draft.region ?? notGiven}
        onChange={(event) => onChange({ region: event.target.value || null })}
      >
        <option value={notGiven}>未設定</option>
        {draft.region === null || isListed(draft.region) ? null : (
          <option value={draft.region}>{draft.region}</option>
        )}
        <RegionOptions />
      </Select>
    </Field>
    <Field label="年齢" hint={draft.isAgeChecked ? '書類で確認済み' : undefined}>
      <Select
        value={draft.age ?? notGiven}
        disabled={draft.isAgeChecked}
        onChange={(event) => onChange({ age: event.target.value ? Number(event.target.value) : null })}
      >
        {draft.isAgeChecked ? null : <option value={notGiven}>未設定</option>}
        {ages.map((age) => (
          <option key={age} value={age}>
            {age}歳
          </option>
        ))}
      </Select>
    </Field>
  </div>
)

const AgeSwitch = ({ draft, onChange }: Part) => {
  const id = useId()
  return (
    <div className={styles.switch}>
      <p>
        <b id={id}>年齢を表示する</b>
        <span id={`${id}-explanation`}>
          オフにすると、だれにも表示されません。年齢をしぼった検索にも出なくなります。
        </span>
      </p>
      <Switch
        isOn={draft.isAgeShown}
        labelledBy={id}
        describedBy={`${id}-explanation`}
        onSwitch={(isAgeShown) => onChange({ isAgeShown })}
      />
    </div>
  )
}

const JobField = ({ draft, onChange }: Part) => (
  <Field label="職業" note={<Count text={draft.job} max={profileJobMax} />}>
    <Input
      name="job"
      value={draft.job}
      autoComplete="off"
      placeholder="例：会社員"
      onChange={(event) => onChange({ job: event.target.value })}
    />
  </Field>
)

const BioField = ({ draft, onChange }: Part) => (
  <Field
    label="自己紹介"
    note={<Count text={draft.bio} max={profileBioMax} />}
    hint="連絡先やSNSのアカウントは書かないでください。"
  >
    <Textarea
      name="bio"
      className={styles.bio}
      value={draft.bio}
      onChange={(event) => onChange({ bio: event.target.value })}
    />
  </Field>
)
