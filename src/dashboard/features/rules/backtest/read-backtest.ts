import { BacktestLine, backtestPath, type BacktestRequest } from '#contract/gateway/rules.ts'
import { workspaceLines } from '#dashboard/platform/session/workspace-lines.ts'

/** Streams the lines of a backtest. A module of its own, because the schemas are larger than the page. Rejects with a Failure. */
export async function* readBacktest(request: BacktestRequest, signal: AbortSignal): AsyncGenerator<BacktestLine> {
  for await (const line of workspaceLines(backtestPath, request, signal)) yield BacktestLine.parse(line)
}
