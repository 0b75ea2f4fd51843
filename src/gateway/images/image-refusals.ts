import { Refusal } from '../refusals.ts'

/** Why there is no picture. The words name no part of its address: they are logged. */

export const notPublic = () => new Refusal(403, 'not_public', 'The address of the picture does not lie on the open internet.')
export const tooManyImages = (seconds: number) =>
  new Refusal(429, 'too_many_images', `Too many pictures in a minute. Try again in ${seconds} s.`, { retryAfter: String(seconds) })
export const imagesBusy = () => new Refusal(503, 'images_busy', 'Too many pictures are being fetched at this moment.', { retryAfter: '1' })
export const imageUnreachable = (because: string) => new Refusal(502, 'image_unreachable', `The picture cannot be fetched: ${because}.`)
export const imageRedirects = () =>
  new Refusal(502, 'image_redirects', 'The host of the picture points to another address. That is not followed.')
export const imageTooLarge = () => new Refusal(502, 'image_too_large', 'The picture is larger than 1 MiB.')
export const tooManyDots = () => new Refusal(502, 'image_too_large', 'The picture has more than 25 megapixels.')
export const notImage = () => new Refusal(502, 'not_image', 'What the host sent is not a PNG, JPEG, GIF, WebP or AVIF picture.')
export const imageTimeout = () => new Refusal(504, 'image_timeout', 'The host of the picture did not answer in time.')
