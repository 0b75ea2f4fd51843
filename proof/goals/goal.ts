/** A goal of reliability, security or access. */
export interface Goal {
  id: string
  goal: string
  /** What has to be measured for it to be reached. */
  target: string
  /**
   * What measures it, as typed in a shell: commands that print figures (src/test-figure.ts), or runs of tests that all have to pass.
   * None: it was not measured.
   */
  commands: readonly string[]
  /** What was taken away or broken once, in a copy, and what went red then. */
  control?: string
  /** What falls short, and why. */
  remark?: string
}
