import { type Control, useWatch } from 'react-hook-form'
import { PlainText, withOffsets } from '#dashboard/platform/messages/PlainText.tsx'
import { messageParts } from '#engine/analysis/visible-text.ts'
import { Picture, pictureUrl } from '../MessageText.tsx'
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
        {name && image.trim() !== '' && (
          <div>
            {pictureUrl(image.trim()) === null ? (
              <span className="help">Pictures cannot be shown from this address</span>
            ) : (
              <Picture key={image} url={image.trim()} />
            )}
          </div>
        )}
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
