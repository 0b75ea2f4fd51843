import { Button } from '#dashboard/ui/form/Button.tsx'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { PlainText, withOffsets } from '#dashboard/platform/messages/PlainText.tsx'
import { messageParts } from '#engine/analysis/visible-text.ts'
import { pictureUrl } from '../MessageText.tsx'
import classes from '../messages.module.css'
import type { PostFields } from './posting.ts'

/** An approximate preview. Text is never markup, and a picture is loaded only on request. */
export function PostPreview({ control }: { control: Control<PostFields> }) {
  const [text, username, image] = useWatch({ control, name: ['text', 'username', 'image'] })
  const name = username.trim()
  return (
    <section className="stack" aria-label="Preview">
      <h3 className="meta medium">
        Preview <span className="regular">approximate</span>
      </h3>
      <div className="card stack panel">
        {name && image.trim() !== '' && <PreviewPicture key={image} url={image.trim()} />}
        <div>
          {name && (
            <b className="outside medium">
              <PlainText text={name} />
            </b>
          )}
          <p className="outside lines">
            {withOffsets(messageParts(text)).map((part) =>
              part.kind === 'link' ? (
                <span key={part.offset} className="accent">
                  {part.text}
                </span>
              ) : (
                <PlainText key={part.offset} text={part.text} />
              ),
            )}
          </p>
          {text.trim() === '' && <p className="help">Nothing written yet</p>}
        </div>
      </div>
    </section>
  )
}

function PreviewPicture({ url }: { url: string }) {
  const [state, setState] = useState<'hidden' | 'shown' | 'failed'>('hidden')
  const source = pictureUrl(url)
  if (!source) return <span className="help">Pictures cannot be shown from this address</span>
  if (state === 'failed') return <span className="help">The picture could not be loaded</span>
  if (state === 'shown')
    return (
      <img
        className={classes.preview}
        src={source}
        alt={`From ${new URL(url).host}`}
        referrerPolicy="no-referrer"
        onError={() => setState('failed')}
      />
    )
  return (
    <Button size="xs" icon="image" onClick={() => setState('shown')}>
      Show picture
    </Button>
  )
}
