import type { chatVersions } from '#contract/workspace/chat-versions.ts'
import { notFound } from '../../refusals.ts'
import type { SignedInRequest, WorkspaceHandlers, WorkspaceOptions } from '../handler.ts'
import { readVersion, readVersions, type VersionReader } from './read-versions.ts'

/** The known versions of a chat's settings. */
export function versionHandlers({ database: { query }, now }: WorkspaceOptions): WorkspaceHandlers<typeof chatVersions> {
  const readerOf = ({ session, workspace }: SignedInRequest, chatId: number): VersionReader => ({
    workspace,
    chatId,
    member: session.member,
    now: now() * 1000,
  })
  return {
    versionList: async (request) => ({
      status: true,
      data: await readVersions(query, readerOf(request, request.params.chatId), request.query.before),
    }),
    versionRead: async (request) => {
      const data = await readVersion(query, readerOf(request, request.params.chatId), request.params.versionId)
      if (!data) throw notFound('This version')
      return { status: true, data }
    },
  }
}
