/** The first letter of a person's name in a circle. The name itself stands beside it. */
export const Initial = ({ name }: { name: string }) => (
  <span className="disc" aria-hidden>
    {Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '?'}
  </span>
)
