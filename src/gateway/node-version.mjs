// @ts-check
// JavaScript, because scripts need it before anything is installed.

/**
 * Why this version of Node cannot run Roomkeeper, or null; the same range as `engines` in package.json.
 * @param {string} version such as 20.19.0
 * @returns {string | null}
 */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  return fits ? null : `Roomkeeper needs Node 20.19 or later, or 22.12 or later. This is Node ${version}.`
}
