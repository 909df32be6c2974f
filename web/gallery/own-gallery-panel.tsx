import { paths } from '#web/shell/navigation/paths.ts'
import { count, points } from '#web/text/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { FigureList, Panel } from '#web/ui/panel.tsx'
import { useOwnItems } from './queries.ts'

/** On ベース: the broadcaster's items in figures, and the way to them. */
export const OwnGalleryPanel = () => {
  const { data } = useOwnItems()
  const items = data?.items ?? []
  const shown = items.filter(({ state }) => state === 'published' || state === 'unreviewed')
  const sum = (figure: (item: (typeof items)[number]) => number) =>
    items.reduce((total, item) => total + figure(item), 0)
  return (
    <Panel title="ギャラリー">
      {items.length > 0 ? (
        <FigureList
          items={[
            { label: '公開中', value: count(shown.length), unit: '点' },
            { label: '販売', value: count(sum(({ sales }) => sales)), unit: '回' },
            { label: '報酬', value: points(sum(({ earned }) => earned)) },
          ]}
        />
      ) : (
        <p>写真やイラストを作品として販売できます。</p>
      )}
      <ButtonLink block to={paths.ownGallery()}>
        作品の管理
      </ButtonLink>
    </Panel>
  )
}
