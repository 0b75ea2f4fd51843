/**
 * Prints what was measured for a goal of reliability, in the form that proof/run.ts reads out of the output of any command, test or script.
 * A goal that is not reached makes the process end with exit code 1.
 * @param id such as `R19`
 * @param words the figures, on one line
 */
export function figure(id: string, reached: boolean, words: string): void {
  console.log(`${id} ${reached ? 'reached' : 'NOT REACHED'}: ${words}`)
  if (!reached) process.exitCode = 1
}
