import { servicePart } from '#service/backup/service-part.ts'
import { gatewayPart } from './backup-part.ts'
import { runDoctor } from './doctor/doctor.ts'

/** `npm run doctor`: checks the installation, also while the product runs. */
process.exitCode = await runDoctor(
  process.argv.slice(2),
  process.env,
  [gatewayPart, servicePart],
  (text) => console.log(text),
  (text) => console.error(text),
)
