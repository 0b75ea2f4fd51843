/**
 * The props of a button that cannot be pressed. It can be reached, so that the reason is read.
 * @param reasonId of the element that says why; true: the words beside it do
 */
export const blocked = (reasonId: string | true) => ({
  'data-disabled': true,
  'aria-disabled': true,
  'aria-describedby': reasonId === true ? undefined : reasonId,
})
