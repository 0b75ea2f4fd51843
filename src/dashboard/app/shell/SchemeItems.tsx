import { Menu, type MantineColorScheme } from '@mantine/core'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { schemeIcons, setScheme, useScheme } from '#dashboard/ui/theme/scheme.ts'

const schemes = { light: 'Light', dark: 'Dark', auto: 'System' }

/** The colour schemes as items of a menu. */
export function SchemeItems() {
  const chosen = useScheme()
  return (Object.keys(schemes) as MantineColorScheme[]).map((scheme) => (
    <Menu.Item
      key={scheme}
      role="menuitemradio"
      aria-checked={scheme === chosen}
      leftSection={<Icon name={schemeIcons[scheme]} />}
      rightSection={scheme === chosen && <Icon name="check" />}
      onClick={() => setScheme(scheme)}
    >
      {schemes[scheme]}
    </Menu.Item>
  ))
}
