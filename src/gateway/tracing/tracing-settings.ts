type Variables = Record<string, string | undefined>

/**
 * Whether traces are sent, by the standard variables of OpenTelemetry, most of which its packages read themselves.
 * Throws an error that names the variable where they ask for something that is not supported. Addresses are not shown: they may hold a password.
 */
export function parseTracing(env: Variables): boolean {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_SDK_DISABLED: disabled } = env
  const [address, addressName] = specific(env, 'ENDPOINT')
  if (exporter === 'none' || disabled?.toLowerCase() === 'true') return false
  if (exporter === undefined && address === undefined) return false
  if (exporter !== undefined && exporter !== 'otlp') throw new Error(`OTEL_TRACES_EXPORTER must be otlp or none, not "${exporter}".`)
  if (address !== undefined && !isHttp(address))
    throw new Error(`${addressName} must be the address of an OTLP collector, such as http://localhost:4318.`)
  const [protocol, protocolName] = specific(env, 'PROTOCOL')
  if (protocol !== undefined && protocol !== 'http/json')
    throw new Error(`${protocolName} must be http/json, the only protocol that is supported, not "${protocol}".`)
  return true
}

/** The variable for traces comes before the one for everything. */
function specific(env: Variables, name: string): [value: string | undefined, name: string] {
  const ofTraces = `OTEL_EXPORTER_OTLP_TRACES_${name}`
  const ofAll = `OTEL_EXPORTER_OTLP_${name}`
  return env[ofTraces] === undefined ? [env[ofAll], ofAll] : [env[ofTraces], ofTraces]
}

const isHttp = (address: string) => URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol)
