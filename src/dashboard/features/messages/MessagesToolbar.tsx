import { Button } from '#dashboard/ui/form/Button.tsx'
import { Popover } from '@mantine/core'
import { Suspense } from 'react'
import { turnOnPreset } from '#dashboard/platform/presets/opening.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Chip, Chips } from '#dashboard/ui/feedback/Chip.tsx'
import { SearchField } from '#dashboard/ui/form/SearchField.tsx'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { ListToolbar } from '#dashboard/ui/page/ListToolbar.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { ExportButton } from './ExportButton.tsx'
import { AuthorButton } from './filters/AuthorButton.tsx'
import classes from './messages.module.css'
import { MessagesMenu } from './MessagesMenu.tsx'
import { formatRange, presetNames, presets } from './time-range.ts'
import type { MessageScreen } from './use-message-screen.ts'

export function MessagesToolbar({ screen }: { screen: MessageScreen }) {
  const { chat, view, change, loaded, byRules, summary, isLive } = screen
  const searchError = screen.shown.error
  const may = useMay()
  const usesPresets = may('presets.use', chat.id)
  const openPresets = () => turnOnPreset({ hereId: chat.id })

  return (
    <>
      <ListToolbar
        folds
        lead={
          <div className={classes.find}>
            <SearchField
              label={`Find in ${count(loaded.list.length)} loaded`}
              slashKey="Find text"
              hint={null}
              value={view.text}
              onChange={(text) => change({ text })}
              aria-invalid={searchError !== null}
              {...(searchError !== null && { 'aria-describedby': 'search-error' })}
            />
            <button
              type="button"
              className={classes.regexp}
              aria-pressed={view.isRegexp}
              aria-label="Regular expression"
              title="Regular expression"
              onClick={() => change({ isRegexp: !view.isRegexp })}
            >
              <Icon name="regex" size={14} />
            </button>
          </div>
        }
        actions={
          <div className={`row gap-6 wrap ${classes.actions}`}>
            <ExportButton screen={screen} />
            {usesPresets && (
              <Button
                size="xs"
                title="Modes"
                aria-keyshortcuts="L"
                icon="shield"
                rightSection={<kbd aria-hidden>L</kbd>}
                onClick={openPresets}
              >
                Modes
              </Button>
            )}
            {may('messages.write') && (
              <Button size="xs" title="Post message" icon="send" onClick={() => change({ open: 'post' })}>
                Post message
              </Button>
            )}
            <MessagesMenu screen={screen} />
          </div>
        }
      >
        <TimeRangeButton screen={screen} />
        <Chips label="Filters">
          <AuthorButton author={view.author} summary={summary} onChange={(author) => change({ author })} />
          <Chip label="Has link" holds={summary?.links ?? 0} on={view.hasLink} onToggle={() => change({ hasLink: !view.hasLink })} />
          <Chip
            label="Repeated"
            holds={summary?.repeatedTotal ?? 0}
            on={view.repeated}
            onToggle={() => change({ repeated: !view.repeated })}
          />
          {(byRules > 0 || view.byRules) && (
            <Chip label="By rules" holds={byRules} on={view.byRules} onToggle={() => change({ byRules: !view.byRules })} />
          )}
        </Chips>
        <span className="divider not-on-phones" />
        <span className="small row gap-6 nowrap">
          {screen.canBeLive ? (
            <>
              <i className={classes.dot} data-on={(isLive && !screen.newMessagesQuery.isError) || undefined} /> Live
              <Switch aria-label="Look for new messages" checked={isLive} onChange={screen.toggleLive} />
            </>
          ) : (
            'Not live: this time is over'
          )}
        </span>
      </ListToolbar>
      {searchError !== null && (
        <p id="search-error" role="alert" className="band bad">
          <Icon name="error" size={14} /> {searchError}
        </p>
      )}
    </>
  )
}

/** The code of forms is not among what a moderator comes for. */
const TimeRangeForms = lazyPart(async () => (await import('./filters/TimeRangeForms.tsx')).TimeRangeForms)

/** Chooses the time range to read from the service, or jumps to a time in it. */
function TimeRangeButton({ screen: { preset, range, isPickingTime, pickTime, change, jump } }: { screen: MessageScreen }) {
  useKey('g t', 'Jump to a time', () => pickTime(true))
  const close = () => pickTime(false)
  function choose(range: string) {
    change({ range })
    close()
  }
  return (
    <Popover opened={isPickingTime} onChange={pickTime} position="bottom-start" width={300} trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <Button
          size="xs"
          icon="clock"
          rightSection={<Icon name="down" size={12} />}
          aria-haspopup="dialog"
          aria-expanded={isPickingTime}
          onClick={() => pickTime(!isPickingTime)}
        >
          {preset === null ? formatRange(range) : presets[preset].label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Time">
        <ul>
          {presetNames.map((name) => (
            <li key={name}>
              <button
                type="button"
                className="choice"
                aria-pressed={name === preset}
                data-autofocus={name === preset || undefined}
                onClick={() => choose(name)}
              >
                {presets[name].label}
                {name === preset && <Icon name="check" size={14} />}
              </button>
            </li>
          ))}
        </ul>
        <Suspense>
          <TimeRangeForms
            range={range}
            onChange={choose}
            onJump={(at) => {
              close()
              jump(at)
            }}
            onNotLoaded={close}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
