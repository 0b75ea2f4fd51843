/** Ends a backtest early, with a message for the person who started it. */
export class BacktestStopped extends Error {
  override name = 'BacktestStopped'
}
