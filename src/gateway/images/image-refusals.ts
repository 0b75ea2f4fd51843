import { Refusal, retryAfter } from '#http/refusal.ts'

/** Why an image is not shown. The messages are logged, so they contain no part of its address. */

export const notPublic = () => new Refusal('not_public', 'The address of the image is not on the public internet.')
export const tooManyImages = (seconds: number) =>
  new Refusal('too_many_images', `Too many images in a minute. Try again in ${seconds} s.`, { headers: retryAfter(seconds) })
export const imagesBusy = () => new Refusal('images_busy', 'Too many images are being fetched at the moment.', { headers: retryAfter(1) })
export const imageUnreachable = (because: string) => new Refusal('image_unreachable', `The image cannot be fetched: ${because}.`)
export const imageRedirects = () =>
  new Refusal('image_redirects', 'The host of the image redirects to another address. Redirects are not followed.')
export const imageTooLarge = () => new Refusal('image_too_large', 'The image is larger than 1 MiB.')
export const tooManyPixels = () => new Refusal('image_too_large', 'The image has more than 25 megapixels.')
export const notImage = () => new Refusal('not_image', 'The host did not send a PNG, JPEG, GIF, WebP or AVIF image.')
export const imageTimeout = () => new Refusal('image_timeout', 'The host of the image did not answer in time.')
