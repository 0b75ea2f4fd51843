import { Button } from '#dashboard/ui/form/Button.tsx'
import { Skeleton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { NotificationChannel, notifications } from '#contract/gateway/notifications.ts'
import { Banner, FailureBanner } from '#dashboard/ui/feedback/Banner.tsx'
import { clock } from '#dashboard/ui/format/time.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import page from '../notifications.module.css'
import { durationText, testWords } from '../words.tsx'
import type { Output } from '#contract/endpoint.ts'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'

/** The result of the last test: the answer of the receiver, without secrets. */
export function TestAnswer({ channel, test }: { channel: NotificationChannel; test: ChannelTest }) {
  const { data: result, error, isPending, mutate } = test
  const section = useRef<HTMLElement>(null)
  const isAnswered = !isPending
  useEffect(() => {
    if (isAnswered) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isAnswered])
  return (
    <section ref={section} className="panel" aria-labelledby="test-answer">
      <div className="section-head">
        <h2 className="section-heading outside" id="test-answer">
          Test of “{channel.name}”
        </h2>
        {result && <span className="help num">{clock(result.at)}</span>}
      </div>
      <div role="status" className="stack gap-12">
        {isPending ? (
          <>
            <p className="help">Sending… The receiver has 10 s to answer.</p>
            <Skeleton height={14} width="80%" />
            <Skeleton height={14} width="60%" />
          </>
        ) : error === null ? (
          result && <Result result={result} />
        ) : (
          <FailureBanner error={error} />
        )}
      </div>
      {!isPending && (
        <Button className="mt-8" size="xs" icon="repeat" onClick={() => mutate(channel)}>
          Send again
        </Button>
      )}
    </section>
  )
}

function Result({ result }: { result: TestResult }) {
  const { isDelivered, status, ms, sent, signature, answer } = result
  const { title, advice } = testWords(result)
  return (
    <>
      {isDelivered ? (
        <p className="beside gap-6 ok">
          <Icon name="done" />
          <span>
            <b>{title}</b> {advice}
          </span>
        </p>
      ) : (
        <Banner tone="bad">
          <b>{title}</b> {advice}
        </Banner>
      )}
      <KeyValue className="small">
        <Fact name="Sent" className="outside">
          {sent}
        </Fact>
        <Fact name="Answer" className="num">
          {status === null ? 'none' : status}, {durationText(ms)}
        </Fact>
        {signature !== '' && (
          <Fact name="Signature" className="code">
            {signature}
          </Fact>
        )}
      </KeyValue>
      {answer !== '' && (
        <figure>
          <figcaption className="meta">Body of the answer, first 2 kB</figcaption>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard */}
          <pre className={`box code outside ${page.body}`} tabIndex={0} aria-label="Body of the answer">
            {answer}
          </pre>
        </figure>
      )}
    </>
  )
}

export type TestResult = Output<typeof notifications.notificationChannelTest>['data']

/** Sends a test through one channel at a time, and keeps its result. */
export const useChannelTest = () =>
  useGatewayAction('notificationChannelTest', async (send, { id: channelId }: NotificationChannel) => {
    const { data } = await send('notificationChannelTest', { params: { channelId } })
    await refreshGateway('notificationsRead')
    return data
  })
export type ChannelTest = ReturnType<typeof useChannelTest>
