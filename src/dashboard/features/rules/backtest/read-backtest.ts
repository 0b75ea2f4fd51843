import { BacktestLine, backtestPath, type BacktestRequest } from '#contract/workspace/rules.ts'
import { workspaceLines } from '#dashboard/platform/session/workspace-lines.ts'

/** The lines of a backtest while it runs. Its own module, because the schemas are larger than the page. Rejects with a Failure. */
export async function* readBacktest(request: BacktestRequest, signal: AbortSignal): AsyncGenerator<BacktestLine> {
  for await (const line of workspaceLines(backtestPath, request, signal)) yield BacktestLine.parse(line)
}
