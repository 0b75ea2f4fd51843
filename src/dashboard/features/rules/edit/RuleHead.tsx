import { ActionIcon, Button, Menu } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import type { StoredRule } from '#contract/workspace/rules.ts'
import { to } from '#dashboard/platform/to.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { whenText } from '#dashboard/ui/format/when.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { RuleMenu } from '../list/RuleMenu.tsx'
import { useWordLists } from '../queries.ts'
import { StateBadge } from '../StateBadge.tsx'
import classes from './edit.module.css'

interface RuleHeadProps {
  name: string
  /** null: it is not saved yet. */
  stored: StoredRule | null
  /** Missing: the person may not change it. */
  onRename?: () => void
  onHistory: () => void
}

export function RuleHead({ name, stored, onRename, onHistory }: RuleHeadProps) {
  const now = useNow() * 1000
  const navigate = useNavigate()
  const { lists } = useWordLists()
  const title = name.trim() === '' ? 'New rule' : name
  return (
    <header className={classes.head}>
      <title>{`${title} · Rules · Roomkeeper`}</title>
      <div className="row not-on-phones">
        <PageLink to={to.rules()} className="name-link quiet medium">
          Rules
        </PageLink>
        <Icon name="right" size={14} className="quiet" />
      </div>
      <div className="on-phones">
        <PageLink to={to.rules()} className={classes.back} aria-label="Back to Rules">
          <Icon name="left" size={20} />
        </PageLink>
      </div>
      <h1 className="cut outside">{title}</h1>
      {onRename && (
        <ActionIcon size="xs" aria-label="Name and description" onClick={onRename}>
          <Icon name="edit" size={14} />
        </ActionIcon>
      )}
      <span className="grow">{stored && <StateBadge state={stored.state} />}</span>
      {stored && (
        <>
          <span className="help num not-on-phones nowrap">
            saved {whenText(stored.savedAt, now)}
            {stored.savedBy !== '' && ` by ${stored.savedBy}`}
          </span>
          <Button className="not-on-phones" variant="subtle" c="dimmed" onClick={onHistory}>
            History
          </Button>
          <RuleMenu stored={stored} lists={lists} onDeleted={() => void navigate(to.rules())}>
            <Menu.Item className="on-phones" leftSection={<Icon name="clock" size={14} />} onClick={onHistory}>
              History
            </Menu.Item>
          </RuleMenu>
        </>
      )}
    </header>
  )
}
