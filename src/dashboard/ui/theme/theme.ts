import { createTheme, rem } from '@mantine/core'
import { accent, amber, dark, gray, green, red } from './colours.ts'

/**
 * The look of Mantine's parts. `@mantine/core/styles/*.layer.css` come first (layered), then `theme.css` (not layered, so it wins without
 * `!important`); colours are in colours.ts.
 */

export const fontFamily =
  "Inter, Inter-fallback, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif, 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji'"
export const fontMono = "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Segoe UI Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"

/** Heights of controls come from variables so that theme.css can raise them for touch. */
const height: Record<string, string> = { xs: 'var(--rk-h-xs)', sm: 'var(--rk-h-sm)', md: 'var(--rk-h-md)' }
const fz: Record<string, string> = { xs: rem(13), sm: 'var(--rk-fz-control)', md: 'var(--rk-fz-control)' }
const of = (map: Record<string, string>, size = 'sm') => map[size] ?? map['sm'] ?? ''

const closeButton = { 'aria-label': 'Close' }

export const theme = createTheme({
  colors: { accent, gray, dark, green, amber, red },
  primaryColor: 'accent',
  primaryShade: 7,
  white: '#ffffff',
  black: gray[9],
  autoContrast: false,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily,
  fontFamilyMonospace: fontMono,
  /** 12 meta · 13 help · 14 body · 16 section · 20 page · 24 figure. Nothing else. `fz="help"` gives 13. */
  fontSizes: { xs: rem(12), help: rem(13), sm: rem(14), md: rem(16), lg: rem(20), xl: rem(24) },
  /** Whole pixels at every step: 16, 18, 20, 24, 28, 32. */
  lineHeights: { xs: '1.3333', help: '1.3846', sm: '1.4286', md: '1.5', lg: '1.4', xl: '1.3333' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  /** 4-px grid. Page margin 24 (16 on phones); inside a bar 8; between label and help 2. */
  spacing: { xxs: rem(2), xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24), xxl: rem(32), xxxl: rem(48) },
  /** xs marks and bars · sm badges, checkboxes, kbd · md controls, rows of menus · lg cards, dialogs. */
  radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(8) },
  defaultRadius: 'md',
  /** Three breakpoints are used: 48em sidebar becomes a drawer; 62em second column folds; 75em preview beside the form. */
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '75em', xl: '90em' },
  shadows: { xs: 'none', sm: 'none', md: 'var(--rk-shadow-pop)', lg: 'var(--rk-shadow-dialog)', xl: 'var(--rk-shadow-dialog)' },

  components: {
    Text: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { underline: 'hover', inherit: true } },
    Input: {
      vars: (_: unknown, p: { size?: string }) => ({
        wrapper: { '--input-height': of(height, p.size), '--input-fz': of(fz, p.size) },
      }),
    },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] } },
    // The list itself scrolls: the scroll area around it would be a stop that the keyboard cannot reach.
    Select: {
      defaultProps: { checkIconPosition: 'right', allowDeselect: false, withScrollArea: false },
      styles: { options: { maxHeight: rem(220), overflowY: 'auto' } },
    },
    Checkbox: { defaultProps: { size: 'sm', radius: 'sm' }, vars: () => ({ root: { '--checkbox-size': rem(16) } }) },
    Progress: { defaultProps: { size: 4, radius: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 400, offset: 6, radius: 'sm', withArrow: false, transitionProps: { duration: 80 } } },
    Popover: {
      defaultProps: { shadow: 'md', radius: 'lg', offset: 4, transitionProps: { duration: 100, exitDuration: 0, transition: 'fade' } },
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 'lg',
        offset: 4,
        width: 224,
        transitionProps: { duration: 100, exitDuration: 0, transition: 'fade' },
      },
    },
    Combobox: { defaultProps: { shadow: 'md', radius: 'lg', offset: 4 } },
    Modal: {
      defaultProps: {
        size: 480,
        radius: 'lg',
        padding: 'xl',
        shadow: 'lg',
        yOffset: '14vh',
        withCloseButton: false,
        closeButtonProps: closeButton,
        transitionProps: { duration: 120, transition: 'fade' },
      },
    },
    Drawer: {
      defaultProps: {
        position: 'right',
        size: 480,
        padding: 'xl',
        shadow: 'lg',
        closeButtonProps: closeButton,
        transitionProps: { duration: 160 },
      },
    },
    Notification: { defaultProps: { radius: 'lg', withBorder: true } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Loader: { defaultProps: { size: 16, type: 'oval' } },
    CloseButton: { defaultProps: { size: 'sm' } },
  },
})
