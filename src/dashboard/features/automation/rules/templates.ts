import type { Rule } from '#contract/rules/rule.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'

/** The initial content of new rules. */

export const emptyRule: Rule = {
  name: '',
  description: '',
  scope: { chats: 'all', hours: null },
  groups: [{ match: 'all', conditions: [] }],
  except: { authors: [], words: [] },
  actions: { mark: true, deleteAfterSeconds: null, announce: null, preset: null, notify: false },
  brakes: { perMinute: 20, perHour: 200, percent: 5, keepTextsDays: 30 },
}

interface Template {
  icon: IconName
  /** What it does. */
  text: string
  rule: Rule
}

const { actions } = emptyRule

export const templates = {
  links: {
    icon: 'link',
    text: 'Marks links that are not on your allow list, in an author’s first message.',
    rule: {
      ...emptyRule,
      name: 'Links to unknown domains',
      groups: [{ match: 'all', conditions: [{ kind: 'linkOutside', allowed: [] }, { kind: 'firstMessage' }] }],
    },
  },
  repeated: {
    icon: 'repeat',
    text: 'Holds a text for 60 s when 4 authors post nearly the same within 2 minutes.',
    rule: {
      ...emptyRule,
      name: 'Repeated text',
      groups: [{ match: 'all', conditions: [{ kind: 'sameText', authors: 4, seconds: 120 }] }],
      actions: { ...actions, deleteAfterSeconds: 60 },
    },
  },
  words: {
    icon: 'words',
    text: 'Marks messages with words of a list. Look-alike letters and repeated letters are folded.',
    rule: {
      ...emptyRule,
      name: 'Word list',
      groups: [{ match: 'all', conditions: [{ kind: 'words', words: [], lists: [] }] }],
    },
  },
  flood: {
    icon: 'wave',
    text: 'Marks a chat that gets more than 60 messages a minute, and notifies you.',
    rule: {
      ...emptyRule,
      name: 'Flood',
      groups: [{ match: 'all', conditions: [{ kind: 'chatRate', moreThan: 60, seconds: 60 }] }],
      actions: { ...actions, notify: true },
    },
  },
} as const satisfies Record<string, Template>

/** A rule that marks messages with these words. */
export const withWords = (words: readonly string[]): Rule => ({
  ...emptyRule,
  name: 'Words',
  groups: [{ match: 'all', conditions: [{ kind: 'words', words: [...words], lists: [] }] }],
})

type TemplateName = keyof typeof templates
export const templateNames = Object.keys(templates) as TemplateName[]
