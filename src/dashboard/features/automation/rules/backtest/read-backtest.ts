import { BacktestLine, backtestPath, type BacktestRequest } from '#contract/gateway/rules.ts'
import { gatewayLines } from '#dashboard/platform/session/gateway-lines.ts'

/** Streams the lines of a backtest. A module of its own, because the schemas are larger than the page. Rejects with a Failure. */
export async function* readBacktest(request: BacktestRequest, signal: AbortSignal): AsyncGenerator<BacktestLine> {
  for await (const line of gatewayLines(backtestPath, request, signal)) yield BacktestLine.parse(line)
}
