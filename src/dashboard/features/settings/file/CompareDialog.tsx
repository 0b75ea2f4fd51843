import { Button, Checkbox, Modal, Stack } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupNames, isUnnamedSound, setting, settingNames, withSoundNames } from '#contract/settings-derive.ts'
import { groups, type SettingName } from '#contract/settings.ts'
import { soundName } from '#dashboard/platform/service/catalogue.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { Value } from '../saving/Change.tsx'
import classes from './CompareDialog.module.css'
import { edit, useStore } from '../form/store.ts'
import { chatTitle } from '#contract/chat-title.ts'

/** Two chats side by side. Values are copied as edits; nothing is sent. */
export function CompareDialog({ chatId, onClose }: { chatId: number; onClose: () => void }) {
  const { form, catalogue } = useStore()
  const chats = useSuspenseQuery(endpointQuery('chatList', {})).data.data.filter(({ id }) => id !== chatId)
  const [other, setOther] = useState<number | null>(chats[0]?.id ?? null)
  const [all, setAll] = useState(false)
  const [mine, setMine] = useState(() => ({ ...form.getValues() }))
  const reading = useQuery({ ...endpointQuery('chatRead', { params: { chatId: other ?? 0 } }), enabled: other !== null })
  const theirs = reading.data && withSoundNames(reading.data.data, soundName(catalogue))

  function copy(names: SettingName[]) {
    if (!theirs) return
    for (const name of names) edit(form, name, theirs[name])
    setMine({ ...form.getValues() })
  }
  const canCopy = (name: SettingName) => different.includes(name) && !isUnnamedSound(name, theirs?.[name])
  const isShown = (name: SettingName) => name !== 'name' && (all || theirs?.[name] !== mine[name])
  const different = theirs ? settingNames.filter((name) => name !== 'name' && theirs[name] !== mine[name]) : []

  return (
    <Modal
      opened
      onClose={onClose}
      title="Compare with another chat"
      size={820}
      withCloseButton
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="lg">
        <div className={classes.head}>
          <SearchSelect
            aria-label="The other chat"
            nothingFound="No such chat"
            placeholder="No other chats"
            data={chats.map((chat) => ({ value: String(chat.id), label: chatTitle(chat) }))}
            value={other === null ? null : String(other)}
            onChange={(id) => setOther(Number(id))}
          />
          <Checkbox
            label="Show all settings, not only differences"
            checked={all}
            onChange={(event) => setAll(event.currentTarget.checked)}
          />
          <span className="quiet fz-help push" role="status">
            {theirs && counted(different.length, 'difference')}
          </span>
        </div>
        {reading.isError && <LoadError what="The other chat" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />}
        {theirs && (
          <div className={classes.scroller} tabIndex={0} role="region" aria-label="Comparison">
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Setting</th>
                  <th scope="col">This chat</th>
                  <th scope="col" className="outside">
                    {chatTitle(theirs)}
                  </th>
                  <th scope="col">
                    <span className="visually-hidden">Copy</span>
                  </th>
                </tr>
              </thead>
              {groupNames.map((group) => {
                const names = settingNames.filter((name) => setting(name).group === group && isShown(name))
                const open = names.filter(canCopy)
                if (names.length === 0) return null
                return (
                  <tbody key={group}>
                    <tr className={classes.group}>
                      <th scope="rowgroup" colSpan={3}>
                        {groups[group].label}
                      </th>
                      <td>
                        {open.length > 1 && (
                          <Button size="xs" variant="subtle" onClick={() => copy(open)} aria-label={`Copy all of ${groups[group].label}`}>
                            Copy all {count(open.length)}
                          </Button>
                        )}
                      </td>
                    </tr>
                    {names.map((name) => (
                      <tr key={name} data-different={different.includes(name) || undefined}>
                        <th scope="row">{setting(name).label}</th>
                        <td>
                          <Value name={name} value={mine[name]} catalogue={catalogue} />
                        </td>
                        <td>
                          <Value name={name} value={theirs[name]} catalogue={catalogue} />
                        </td>
                        <td>
                          {different.includes(name) && !canCopy(name) && <span>No confirmed name</span>}
                          {canCopy(name) && (
                            <Button size="xs" onClick={() => copy([name])} aria-label={`Copy ${setting(name).label}`}>
                              Copy
                            </Button>
                          )}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                )
              })}
            </table>
            {!all && different.length === 0 && <p>Both chats have the same settings, apart from their names.</p>}
          </div>
        )}
      </Stack>
    </Modal>
  )
}
