import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { setTheme, type Theme, themes, useTheme } from './theme.ts'
import styles from './theme-switch.module.css'

const themeText = { system: '自動', light: 'ライト', dark: 'ダーク' } as const satisfies Record<Theme, string>
const themeIcon = { system: Monitor, light: Sun, dark: Moon } as const satisfies Record<Theme, typeof Sun>

/** 自動 | ライト | ダーク; the choice stays on this device. */
export const ThemeSwitch = () => {
  const theme = useTheme()
  const name = useId()
  return (
    <fieldset className={styles.switch}>
      <legend className="vh">画面の明るさ</legend>
      {themes.map((each) => (
        <label key={each} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={theme === each}
            onChange={() => setTheme(each)}
          />
          <span>
            <Icon of={themeIcon[each]} size="s" />
            {themeText[each]}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
