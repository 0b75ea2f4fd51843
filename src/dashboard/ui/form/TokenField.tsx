import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { Icon } from '../theme/icons.tsx'

/** A password field for an access token, with a button that reveals it. */
export function TokenField(props: PasswordInputProps) {
  return (
    <PasswordInput
      size="md"
      label="Access token"
      autoComplete="current-password"
      spellCheck={false}
      visibilityToggleIcon={({ reveal }) => <Icon name={reveal ? 'eyeOff' : 'eye'} />}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the token', tabIndex: 0 }}
      {...props}
    />
  )
}
