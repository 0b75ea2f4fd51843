import { isIpv6, readNotation, type Reading } from '../ranges/notation.ts'

/** Lines of a web server's log. */

const quoted = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)/g

/**
 * The access logs of nginx and Apache have their date in brackets or the request in quotes, the error logs name the client. What follows a comment
 * sign is ignored.
 */
export const isLogLine = (line: string) =>
  (/\[\d{1,2}\/[A-Z][a-z]{2}\/\d{4}[: ]/.test(line) || /"[A-Z]{3,10} \S+ HTTP\/\d/.test(line) || client.test(line)) &&
  !/^(?:;|[^["]*(?:#|\/\/))/.test(line)

const client = /(?:\[client |, client: )([^\],\s]+)/

/** Quoted text comes from the visitor, who may have written any address there. */
export function firstAddress(line: string): Reading {
  const named = client.exec(line)?.[1]
  const words =
    named === undefined
      ? line
          .replaceAll(quoted, ' ')
          .replaceAll(/\[[^\]]*(?:\]|$)/g, ' ')
          .split(/[\s,]+/)
      : [named]
  for (const word of words) {
    const [, address] = /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(word) ?? []
    if (address !== undefined || isIpv6(word)) return readNotation(address ?? word)
  }
  return { error: 'This log line contains no IPv4 address of a visitor.' }
}
