import { Button } from '@mantine/core'
import type { Draft } from '../settings-draft.ts'
import { Icon } from '../ui/more-icons.tsx'
